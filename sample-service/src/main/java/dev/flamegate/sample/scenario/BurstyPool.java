package dev.flamegate.sample.scenario;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Request;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;

/**
 * A wide fork-join pool that gets bursts of work. A metrics reporter gives the default pool of 32 threads several
 * hundred tiny tasks within a few milliseconds: four chains in which each task submits the next, as actors do. A
 * submitting thread wakes another one, which scans all queues ({@code ForkJoinPool.scan}), finds that the first has
 * taken the task itself, and parks ({@code Unsafe.park}). In the field report this took 20 to 30 % of the service's CPU
 * once a second, and moving the reporter to the busy request pool saved about 30 % of the CPU and 30 threads. The fix
 * gives the reporter a pool of two threads, which wake no other thread while both are busy.
 *
 * <p>Here there are eighty bursts a second, so that a short measurement sees enough of them, and at irregular
 * intervals, because the profiler samples in step with the kernel's clock. It needs two CPUs: on one, no other thread
 * runs that could be woken in vain.
 */
final class BurstyPool extends Scenario {
    private static final int WIDE = 32;
    private static final int NARROW = 2;
    private static final int METERS = 800;
    private static final int CHAINS = 4;
    private static final int STEPS = 1_000;
    private static final int SHORTEST_PAUSE_MS = 4;
    private static final int LONGEST_PAUSE_MS = 16;

    private final ExecutorService pool;
    private final Thread reporter = new Thread(this::reportNowAndThen, "reporter");
    private final long[] meters = new long[METERS];

    BurstyPool(boolean fixed) {
        super("bursty-pool");
        pool = fixed ? Threads.fixed(NARROW, "work-") : wide();
        reporter.start();
    }

    /** The problem: a pool as wide as the default dispatcher in the field report. */
    private static ForkJoinPool wide() {
        return new ForkJoinPool(
                WIDE,
                owner -> {
                    ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(owner);
                    thread.setName("default-dispatcher-" + thread.getPoolIndex());
                    return thread;
                },
                null,
                true);
    }

    private void reportNowAndThen() {
        SplittableRandom pauses = new SplittableRandom(1);
        try {
            while (!pool.isShutdown()) {
                Thread.sleep(pauses.nextInt(SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS + 1));
                report();
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private void report() {
        for (int chain = 0; chain < CHAINS; chain++) {
            handOn(chain);
        }
    }

    private void handOn(int meter) {
        if (meter < METERS) {
            try {
                pool.execute(() -> {
                    send(meter);
                    handOn(meter + CHAINS);
                });
            } catch (RejectedExecutionException e) {
                // closed
            }
        }
    }

    /** A microsecond or two of work. */
    private void send(int meter) {
        long sum = meters[meter];
        for (int i = 0; i < STEPS; i++) {
            sum = sum * 6364136223846793005L + 1442695040888963407L;
        }
        meters[meter] = sum;
    }

    @Override
    public Answer answer(Request request) {
        return Answer.json(200, Map.of("meters", METERS));
    }

    @Override
    public void close() {
        reporter.interrupt();
        pool.shutdownNow();
    }
}
