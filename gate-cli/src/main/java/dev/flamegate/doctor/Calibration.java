package dev.flamegate.doctor;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A comparison of nothing with nothing: fixed work in short blocks on two arms that are the same, in pairs as
 * {@code compare} measures them: two blocks of each arm, a coin says who begins, the other begins and ends in between.
 *
 * @param baseline CPU seconds of the one arm by pair
 * @param candidate CPU seconds of the other arm by pair
 * @param seen what the machine did meanwhile
 */
record Calibration(List<Double> baseline, List<Double> candidate, MachineWatch.Seen seen) {
    /** As many as {@code compare} measures at most by default. */
    static final int PAIRS = 12;

    private static final int BLOCKS = 4;
    /** Part of the time for the virtual machine to compile the work. */
    private static final double WARM_UP = 0.12;

    private static final double NANOS = 1e9;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    Calibration {
        baseline = List.copyOf(baseline);
        candidate = List.copyOf(candidate);
        if (baseline.size() != candidate.size()) {
            throw new IllegalArgumentException(baseline.size() + ", " + candidate.size() + ": every pair has two arms");
        }
    }

    /** Told of the time left, some times a second. */
    record Watcher(Consumer<Duration> left) {}

    /**
     * Runs for about {@code length}; a machine that is too busy for {@value #PAIRS} pairs in that time gets fewer.
     *
     * @param length at least a second
     */
    static Calibration run(Duration length, Watcher watcher) throws InterruptedException {
        long begun = System.nanoTime();
        FixedWork work = new FixedWork();
        int perBlock = warmUp(work, begun, length, watcher);
        MachineWatch watch = MachineWatch.begin();
        List<Double> baseline = new ArrayList<>();
        List<Double> candidate = new ArrayList<>();
        Random coin = new Random();
        long pairBegun = System.nanoTime();
        long longest = 0;
        for (int pair = 0; pair < PAIRS; pair++) {
            long now = System.nanoTime();
            longest = Math.max(longest, pair == 0 ? 0 : now - pairBegun);
            if (now - begun + longest > 1.1 * length.toNanos()) {
                break;
            }
            pairBegun = now;
            double[] arms = pair(work, perBlock, coin.nextBoolean(), watch);
            baseline.add(arms[0]);
            candidate.add(arms[1]);
            watcher.left().accept(length.minusNanos(Math.min(length.toNanos(), System.nanoTime() - begun)));
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while calibrating");
            }
        }
        if (work.result() == 0) {
            throw new IllegalStateException("the work has not been done");
        }
        return new Calibration(baseline, candidate, watch.end());
    }

    private static double[] pair(FixedWork work, int perBlock, boolean candidateFirst, MachineWatch watch) {
        double[] arms = new double[2];
        for (int block = 0; block < BLOCKS; block++) {
            boolean outer = block == 0 || block == BLOCKS - 1;
            long before = THREADS.getCurrentThreadCpuTime();
            work.times(perBlock);
            arms[outer == candidateFirst ? 1 : 0] += (THREADS.getCurrentThreadCpuTime() - before) / NANOS;
            watch.look();
        }
        return arms;
    }

    /** Until the work is compiled; answers how much of it fills a block. */
    private static int warmUp(FixedWork work, long begun, Duration length, Watcher watcher) {
        long until = begun + (long) (WARM_UP * length.toNanos());
        double fastest = Double.POSITIVE_INFINITY;
        while (System.nanoTime() < until) {
            long before = System.nanoTime();
            work.times(10);
            fastest = Math.min(fastest, (System.nanoTime() - before) / 10.0);
            watcher.left().accept(length);
        }
        double block = (1 - WARM_UP) * length.toNanos() / (PAIRS * BLOCKS);
        return (int) Math.max(1, Math.min(1_000_000, block / Math.max(1, fastest)));
    }
}
