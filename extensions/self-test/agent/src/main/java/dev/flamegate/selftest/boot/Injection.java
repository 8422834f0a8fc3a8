package dev.flamegate.selftest.boot;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What the changed method calls when it begins and when it ends. Of calls within each other on one thread only the
 * outermost counts. Sleeps and locks come when the method begins: by its end, the client may have its answer. It never
 * throws, and a thread never waits for more than a moment for another.
 */
public final class Injection {
    /** Bytes of one array: small enough for every collector to take it as any other object. */
    private static final int CHUNK = 8 << 10;

    /** Steps of arithmetic between two looks at the clock, some microseconds. */
    private static final int STEPS = 2000;

    /** Nobody waits longer for the lock, so that a method that waits for itself on another thread goes on. */
    private static final long LONGEST_WAIT_MILLIS = 50;

    private static final long SLEEPS_ONCE_IN = 100;

    private static final long NOTHING = -1;

    private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);
    private static final ReentrantLock LOCK = new ReentrantLock();
    private static final AtomicLong RUNS = new AtomicLong();

    private static volatile @Nullable Doing doing;
    private static volatile @Nullable Object sink;

    /** What is done, and how much of it: {@link #set} says what the amount means. */
    private static final class Doing {
        final String kind;
        final double amount;
        final Path sign;
        volatile boolean signed;
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

        Doing(String kind, double amount, Path sign) {
            this.kind = kind;
            this.amount = amount;
            this.sign = sign;
        }
    }

    private Injection() {}

    /**
     * Says what to do; before that, nothing is done.
     *
     * @param kind {@code cpu}, where the amount is CPU time more, relative to the method's own; {@code allocation},
     *     bytes more, relative to the method's own; {@code sleep}, milliseconds in one of a hundred runs; {@code lock},
     *     milliseconds for which each run holds a lock that all runs need; {@code calls}, calls more in each run
     * @param sign a file that is written once something was done
     */
    public static void set(String kind, double amount, Path sign) {
        RUNS.set(0);
        doing = new Doing(kind, amount, sign);
    }

    /** Begins a run of the method, and returns what {@link #exit} needs to know of it. */
    public static long enter() {
        try {
            Doing now = doing;
            if (now == null || DEPTH.get()[0]++ > 0) {
                return NOTHING;
            }
            long run = RUNS.incrementAndGet();
            switch (now.kind) {
                case "cpu":
                    return now.threads.getCurrentThreadCpuTime();
                case "allocation":
                    return now.threads.getThreadAllocatedBytes(
                            Thread.currentThread().getId());
                case "lock":
                    if (LOCK.tryLock(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                        Thread.sleep((long) now.amount);
                    }
                    return 0;
                case "sleep":
                    if (run % SLEEPS_ONCE_IN == 0) {
                        Thread.sleep((long) now.amount);
                    }
                    return 0;
                default:
                    return 0;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return NOTHING;
        } catch (Throwable e) {
            return NOTHING; // a thread that does not tell its time, such as a virtual one
        }
    }

    /** Ends a run of the method, whichever way it ended. */
    public static void exit(long entered) {
        try {
            Doing now = doing;
            if (now == null || --DEPTH.get()[0] > 0 || entered == NOTHING) {
                return;
            }
            if (!now.signed) {
                now.signed = true;
                Files.write(now.sign, new byte[] {'1'});
            }
            act(now, entered);
        } catch (Throwable e) {
            // The target must not notice.
        } finally {
            while (LOCK.isHeldByCurrentThread() && DEPTH.get()[0] <= 0) {
                LOCK.unlock();
            }
        }
    }

    private static void act(Doing now, long entered) {
        switch (now.kind) {
            case "cpu":
                long used = now.threads.getCurrentThreadCpuTime() - entered;
                work(now.threads, (long) (used * now.amount));
                break;
            case "allocation":
                long bytes = now.threads.getThreadAllocatedBytes(
                                Thread.currentThread().getId())
                        - entered;
                for (long left = (long) (bytes * now.amount); left > 0; left -= CHUNK) {
                    sink = new byte[(int) Math.min(left, CHUNK)];
                }
                break;
            default: // a wait was at the beginning, and calls are in the method itself
        }
    }

    private static void work(ThreadMXBean threads, long nanos) {
        long end = threads.getCurrentThreadCpuTime() + nanos;
        long value = end;
        do {
            for (int i = 0; i < STEPS; i++) {
                value = value * 6364136223846793005L + 1442695040888963407L;
            }
        } while (threads.getCurrentThreadCpuTime() < end);
        if (value == 0) {
            sink = end; // never, but the compiler does not know
        }
    }

    /** Returns how many calls the method makes in this run; 0 within another run of it. */
    public static int calls() {
        Doing now = doing;
        return now == null || DEPTH.get()[0] != 1 ? 0 : (int) now.amount;
    }

    /** True while a run of the method holds the lock. */
    public static boolean isLocked() {
        return LOCK.isLocked();
    }

    /** Takes what the calls computed, so that no compiler leaves them out. */
    public static void take(int value) {
        if (value == Integer.MIN_VALUE) {
            sink = value;
        }
    }
}
