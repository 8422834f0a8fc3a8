package dev.flamegate.doctor;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A comparison of a thing with itself: fixed work in short blocks on two identical arms, in pairs as {@code compare}
 * measures them: two blocks of each arm; a coin decides which arm gets the first and last block, and which the two in
 * between.
 *
 * @param baseline CPU seconds of one arm by pair
 * @param candidate CPU seconds of the other arm by pair
 * @param seen what the machine did meanwhile
 */
record NoiseTrial(List<Double> baseline, List<Double> candidate, MachineWatch.Seen seen) {
    /** Number of pairs, the default maximum of {@code compare}. */
    static final int PAIRS = 12;

    private static final int BLOCKS = 4;
    /** Part of the time in which the JVM compiles the work. */
    private static final double WARM_UP = 0.12;

    private static final double NANOS = 1e9;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    NoiseTrial {
        baseline = List.copyOf(baseline);
        candidate = List.copyOf(candidate);
        if (baseline.size() != candidate.size()) {
            throw new IllegalArgumentException(baseline.size() + ", " + candidate.size() + ": every pair has two arms");
        }
    }

    /** Receives the time left, several times a second. */
    record Watcher(Consumer<Duration> left) {}

    /**
     * Runs for about {@code length}; a machine too busy for {@value #PAIRS} pairs in that time gets fewer.
     *
     * @param length at least a second
     */
    static NoiseTrial run(Duration length, Watcher watcher) throws InterruptedException {
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
                throw new InterruptedException("interrupted while measuring the noise");
            }
        }
        if (work.result() == 0) {
            throw new IllegalStateException("the work has not been done");
        }
        return new NoiseTrial(baseline, candidate, watch.end());
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

    /** Runs until the work is compiled; returns how many repetitions fill a block. */
    private static int warmUp(FixedWork work, long begun, Duration length, Watcher watcher) {
        long until = begun + (long) (WARM_UP * length.toNanos());
        double fastest = Double.POSITIVE_INFINITY;
        do {
            long before = System.nanoTime();
            work.times(10);
            fastest = Math.min(fastest, (System.nanoTime() - before) / 10.0);
            watcher.left().accept(length);
        } while (System.nanoTime() < until);
        double block = (1 - WARM_UP) * length.toNanos() / (PAIRS * BLOCKS);
        return (int) Math.max(1, Math.min(1_000_000, block / Math.max(1, fastest)));
    }

    /**
     * Work that is the same every time: sorting, sums over a table larger than a core's own cache, and short-lived
     * objects, so that a neighbour that takes cache, memory bandwidth or clock frequency shows up.
     */
    private static final class FixedWork {
        private static final int TABLE = 1 << 20;
        private static final int STEPS = 20_000;
        private static final int SORTED = 4096;
        private static final int OBJECTS = 2_000;

        private final int[] table = new int[TABLE];
        private final int[] unsorted = new int[SORTED];
        private long sum;

        FixedWork() {
            Random random = new Random(42);
            for (int i = 0; i < TABLE; i++) {
                table[i] = random.nextInt(TABLE);
            }
            for (int i = 0; i < SORTED; i++) {
                unsorted[i] = random.nextInt();
            }
        }

        /** Does the work {@code count} times, each about a millisecond. */
        void times(int count) {
            for (int i = 0; i < count; i++) {
                once();
            }
        }

        private void once() {
            int at = 0;
            for (int i = 0; i < STEPS; i++) {
                at = (table[at] + i) & (TABLE - 1);
                sum += at;
            }
            int[] sorted = unsorted.clone();
            Arrays.sort(sorted);
            sum += sorted[SORTED / 2];
            for (int i = 0; i < OBJECTS; i++) {
                sum += Integer.toString(i + at).length();
            }
        }

        /** The result; read, so the compiler cannot optimize the work away. */
        long result() {
            return sum;
        }
    }
}
