package dev.flamegate.judge.diagnosis;

import dev.flamegate.model.Diagnosis;
import dev.flamegate.profile.ProfileEvent;
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
                .filter(pool -> wall.sum((node, facet) -> workers[node]
                                && !waiting.test(node, facet)
                                && facet.pool().equals(pool.name()))
                        > 0)
                .max(Comparator.comparingDouble(PoolTable.Row::threads).thenComparing(PoolTable.Row::name))
                .map(pool -> diagnosis(share, pool, Weights.largest(wall.byCaller(waiting, results))));
    }

    private static Diagnosis diagnosis(double share, PoolTable.Row pool, String caller) {
        return new Diagnosis(
                "thread-pool-exhausted",
                share > FAIL ? Diagnosis.Severity.FAIL : Diagnosis.Severity.WARN,
                Words.percent(share) + " of the time passes in waiting for other threads, most of it in " + caller
                        + ", while all of about " + Words.number(pool.threads()) + " threads of " + pool.name()
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
