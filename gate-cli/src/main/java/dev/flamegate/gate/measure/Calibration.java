package dev.flamegate.gate.measure;

import dev.flamegate.model.HostSpeed;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Measures how fast this host is: a chain of arithmetic and a walk through memory, repeated for a third of a second on
 * one thread. Every step waits for the one before, so what counts is clock and caches, not what a compiler makes of it.
 */
final class Calibration {
    private static final int STEPS = 600_000;
    private static final int WALKED = 16;
    private static final int PLACES = 1 << 18;
    private static final int WARM_UP = 8;
    private static final int MOST = 60;
    private static final int LEAST = 8;
    private static final long BUDGET_NANOS = 350_000_000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final int[] next = cycle();
    private long result;

    private Calibration() {}

    /** The speed of this host; empty if threads have no CPU clock. */
    static Optional<HostSpeed> measure() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isCurrentThreadCpuTimeSupported() ? new Calibration().repeat(threads) : Optional.empty();
    }

    private Optional<HostSpeed> repeat(ThreadMXBean threads) {
        long[] nanos = new long[MOST];
        int n = 0;
        long start = System.nanoTime();
        for (int i = 0; i < WARM_UP; i++) {
            work();
        }
        while (n < LEAST || (n < MOST && System.nanoTime() - start < BUDGET_NANOS)) {
            long before = threads.getCurrentThreadCpuTime();
            work();
            nanos[n++] = threads.getCurrentThreadCpuTime() - before;
        }
        long[] sorted = Arrays.copyOf(nanos, n);
        Arrays.sort(sorted);
        // The result is used, or a compiler might leave the work out.
        return sorted[0] > 0 && result != 0
                ? Optional.of(new HostSpeed(sorted[0] / NANOS_PER_MILLI, (double) sorted[n / 2] / sorted[0] - 1))
                : Optional.empty();
    }

    private void work() {
        long x = 88172645463325252L;
        for (int i = 0; i < STEPS; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
            x *= 0x9E3779B97F4A7C15L;
        }
        int at = 0;
        for (int i = 0; i < STEPS / WALKED; i++) {
            at = next[at];
        }
        result += x + at;
    }

    /** Places in one random cycle (Sattolo, 1986): a mebibyte, which most second-level caches just hold. */
    private static int[] cycle() {
        int[] next = new int[PLACES];
        Arrays.setAll(next, i -> i);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = PLACES - 1; i > 0; i--) {
            int j = random.nextInt(i);
            int other = next[i];
            next[i] = next[j];
            next[j] = other;
        }
        return next;
    }
}
