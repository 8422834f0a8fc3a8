package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Diagnosis;
import dev.flamegate.model.ProfileEvent;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Callers that wait for results of a thread pool none of whose threads is ever without work. */
final class BusyThreadPool implements Recogniser {
    private static final double WARN = 0.05;
    private static final double FAIL = 0.25;

    /** A pool with a smaller part of its threads idle has no thread to spare. */
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
                .max(Comparator.comparingDouble(PoolTable.Row::threads).thenComparing(PoolTable.Row::name))
                .map(pool -> diagnosis(share, pool, Weights.largest(wall.byCaller(waiting, results))));
    }

    /** Whether its threads run tasks, and do so for more of the time than they wait for others' results themselves. */
    private static boolean isWaitedFor(PoolTable.Row pool, Weights wall, boolean[] workers, Weights.Meant waiting) {
        double working = wall.sum((node, facet) -> workers[node]
                && wall.isWorking(node, facet)
                && !waiting.test(node, facet)
                && facet.pool().equals(pool.name()));
        double waits = wall.sum(
                (node, facet) -> waiting.test(node, facet) && facet.pool().equals(pool.name()));
        return working > waits;
    }

    private static Diagnosis diagnosis(double share, PoolTable.Row pool, String caller) {
        return new Diagnosis(
                "thread-pool-exhausted",
                share > FAIL ? Diagnosis.Severity.FAIL : Diagnosis.Severity.WARN,
                Numbers.rough(share) + " of the time passes in waiting for other threads, most of it in " + caller
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
