package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Diagnosis;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Thread pools of the wrong size: too few threads for the callers that wait for them, or many more than there is work
 * for.
 */
final class ThreadPoolSize {
    static final Recogniser TOO_SMALL = new Busy();

    static final Recogniser TOO_LARGE = new Idle();

    private ThreadPoolSize() {}

    /** Callers that wait for results of a thread pool whose threads are never idle. */
    private static final class Busy implements Recogniser {
        private static final double WARN = 0.05;
        private static final double FAIL = 0.25;

        /** The least part of idle threads; with fewer, a pool has no thread to spare. */
        private static final double SPARE = 0.05;

        private static final double LEAST_THREADS = 1.5;

        @Override
        public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
            Weights wall = now.of(ProfileEvent.WALL);
            boolean[] results = wall.below(Waits::isResult);
            boolean[] parked = wall.below(Waits::isPark);
            Weights.Meant waiting = (node, facet) -> wall.isWorking(node, facet) && results[node] && parked[node];
            double share = wall.sum(waiting) / wall.working();
            if (!(share > WARN)) {
                return Optional.empty();
            }
            boolean[] workers = wall.below(name -> name.equals("java.util.concurrent.ThreadPoolExecutor.runWorker")
                    || name.equals("java.util.concurrent.ForkJoinPool.runWorker"));
            return PoolTable.of(now).pools().stream()
                    .filter(pool -> pool.threads() >= LEAST_THREADS && pool.idlePart() < SPARE)
                    .filter(pool -> isWaitedFor(pool, wall, workers, waiting))
                    .max(Comparator.comparingDouble(PoolTable.PoolRow::threads).thenComparing(PoolTable.PoolRow::name))
                    .map(pool -> diagnosis(share, pool, Weights.largest(wall.byCaller(waiting, results))));
        }

        /**
         * True if a pool's threads run tasks, and do so for more of the time than they wait for others' results
         * themselves.
         */
        private static boolean isWaitedFor(
                PoolTable.PoolRow pool, Weights wall, boolean[] workers, Weights.Meant waiting) {
            double working = wall.sum((node, facet) -> workers[node]
                    && wall.isWorking(node, facet)
                    && !waiting.test(node, facet)
                    && facet.pool().equals(pool.name()));
            double waits = wall.sum(
                    (node, facet) -> waiting.test(node, facet) && facet.pool().equals(pool.name()));
            return working > waits;
        }

        private static Diagnosis diagnosis(double share, PoolTable.PoolRow pool, String caller) {
            return new Diagnosis(
                    "thread-pool-exhausted",
                    Recogniser.severity(share, FAIL),
                    Numbers.rough(share) + " of the time is spent waiting for other threads, most of it in " + caller
                            + ", while all of " + Numbers.about(pool.threads()) + " threads of " + pool.name()
                            + " are at work",
                    "Tasks queue: give the pool more threads where they mostly wait, make its tasks shorter, or bound how many"
                            + " requests come in",
                    "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/util/concurrent/ThreadPoolExecutor.html",
                    share,
                    WARN);
        }

        @Override
        public Set<ProfileEvent> explains() {
            return Set.of(ProfileEvent.WALL);
        }
    }

    /** Many threads of one pool that almost never have work. */
    private static final class Idle implements Recogniser {
        private static final double LEAST_THREADS = 20;
        private static final double LEAST_IDLE = 0.9;

        @Override
        public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
            return PoolTable.of(now).pools().stream()
                    .filter(pool -> pool.threads() >= LEAST_THREADS && pool.idlePart() > LEAST_IDLE)
                    .max(Comparator.comparingDouble(PoolTable.PoolRow::threads).thenComparing(PoolTable.PoolRow::name))
                    .map(pool -> new Diagnosis(
                            "idle-pool",
                            Diagnosis.Severity.HINT,
                            Numbers.about(pool.threads()) + " threads of " + pool.name() + " are without work for "
                                    + Numbers.rough(pool.idlePart()) + " of the time",
                            "A smaller pool would do: each thread costs memory, and waking many for little work costs CPU",
                            "https://github.com/brettwooldridge/HikariCP/wiki/About-Pool-Sizing",
                            pool.threads(),
                            LEAST_THREADS));
        }

        @Override
        public Set<ProfileEvent> explains() {
            return Set.of();
        }
    }
}
