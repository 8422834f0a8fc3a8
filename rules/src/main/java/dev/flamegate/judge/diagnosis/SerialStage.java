package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One thread that is nearly always busy: what goes through it can go no faster. A worker that waits inside its task,
 * such as an actor that calls another system, counts as busy if others wait for its results.
 */
final class SerialStage implements Recogniser {
    private static final double WARN = 0.85;
    private static final double FAIL = 0.95;
    private static final double MOST_THREADS = 1.2;

    /** The part of the time that callers must wait for a waiting worker to count as a stage. */
    private static final double LEAST_WAITING = 0.05;

    private static final Set<String> WORKERS =
            Set.of("java.util.concurrent.ThreadPoolExecutor.runWorker", "java.util.concurrent.ForkJoinPool.runWorker");

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        Weights wall = now.of(ProfileEvent.WALL);
        boolean[] results = wall.below(Waits::isResult);
        boolean[] parked = wall.below(Waits::isPark);
        Weights.Meant waiting = (node, facet) -> wall.isWorking(node, facet) && results[node] && parked[node];
        double queued = wall.isEmpty() ? 0 : wall.sum(waiting) / wall.working();
        Set<String> workers = queued > LEAST_WAITING ? workers(wall, waiting) : Set.of();
        return PoolTable.of(now).pools().stream()
                .filter(pool -> isOne(pool) && busy(pool, now, workers) > WARN)
                .max(Comparator.comparingDouble((PoolTable.PoolRow pool) -> busy(pool, now, workers))
                        .thenComparing(PoolTable.PoolRow::name))
                .map(pool -> {
                    String callers = workers.contains(pool.name())
                            ? ", and callers queue for it: " + Numbers.rough(queued)
                                    + " of the time is spent waiting for results, most of it in "
                                    + Weights.largest(wall.byCaller(waiting, results))
                            : "";
                    return diagnosis(pool, busy(pool, now, workers), place(pool, wall), callers);
                });
    }

    /** Pools that run tasks for others, and do not only wait for results themselves. */
    private static Set<String> workers(Weights wall, Weights.Meant waiting) {
        boolean[] below = wall.below(WORKERS::contains);
        CallTree tree = wall.tree();
        Set<String> workers = new HashSet<>();
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            int node = tree.sampleNode(sample);
            Facet facet = tree.sampleFacet(sample);
            if (below[node] && wall.isWorking(node, facet) && !waiting.test(node, facet)) {
                workers.add(facet.pool());
            }
        }
        return workers;
    }

    /** True for a single thread; without a wall clock profile, for a thread without a number in its name. */
    private static boolean isOne(PoolTable.PoolRow pool) {
        return Double.isNaN(pool.threads()) ? pool.name().indexOf('#') < 0 : pool.threads() <= MOST_THREADS;
    }

    private static double busy(PoolTable.PoolRow pool, Profiles now, Set<String> workers) {
        double runnable = Double.isNaN(pool.runnable()) ? 0 : pool.runnable();
        double cpu = Double.isNaN(pool.cpu()) ? 0 : pool.cpu();
        double asleep = workers.contains(pool.name()) ? pool.blocked() + pool.parked() : 0;
        return Math.max(cpu, runnable + asleep) / now.seconds();
    }

    /** The code in which the stage spends most of its time. */
    private static String place(PoolTable.PoolRow pool, Weights wall) {
        Weights.Meant atWork =
                (node, facet) -> wall.isWorking(node, facet) && facet.pool().equals(pool.name());
        String caller =
                Weights.largest(wall.byCaller(atWork, new boolean[wall.tree().size()]));
        return caller.isEmpty() ? pool.topLeaf() : caller;
    }

    private static Diagnosis diagnosis(PoolTable.PoolRow pool, double busy, String place, String callers) {
        return new Diagnosis(
                "serial-stage",
                Recogniser.severity(busy, FAIL),
                "the single thread " + pool.name() + " is at work for " + Numbers.rough(Math.min(1, busy))
                        + " of the time, most of it in " + place + callers,
                "Everything that goes through this thread waits for it: take work out of it, or spread it over"
                        + " several (partitions, actors, batches)",
                "https://en.wikipedia.org/wiki/Amdahl%27s_law",
                busy,
                WARN);
    }

    @Override
    public Set<ProfileEvent> explains() {
        return Set.of(ProfileEvent.WALL);
    }
}
