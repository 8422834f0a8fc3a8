package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.TaskFrames;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fork-join workers that spend their CPU on looking for work, parking and being woken. Since JDK 17 tasks run below
 * {@code scan}; they are not churn.
 */
final class ForkJoinChurn implements Recogniser {
    private static final double WARN = 0.10;
    private static final double FAIL = 0.15;
    private static final String POOL = "java.util.concurrent.ForkJoinPool.";
    private static final Set<String> SEARCH = Set.of(
            POOL + "scan", POOL + "awaitWork", POOL + "signalWork", POOL + "tryReleaseAll", POOL + "tryCompensate");
    /** Carriers of virtual threads park and unpark as part of their work. */
    private static final Set<String> CARRIER =
            Set.of("java.lang.VirtualThread.run", "java.lang.VirtualThread.runContinuation");

    private static final Set<String> WORKERS = Set.of(POOL + "scan", POOL + "awaitWork", POOL + "runWorker");

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        double share = share(now);
        if (!(share > WARN)) {
            return Optional.empty();
        }
        return Optional.of(new Diagnosis(
                "fork-join-churn",
                Recogniser.severity(share, FAIL),
                Numbers.rough(share) + " of the CPU goes into fork-join workers that look for work, park and are woken"
                        + Recogniser.inBaseline(Recogniser.was(before, ForkJoinChurn::share)) + pool(now),
                "Work comes in bursts to a pool that is too wide: make the pool smaller (parallelism), submit larger"
                        + " batches, or keep short tasks on the calling thread",
                "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/util/concurrent/ForkJoinPool.html",
                share,
                WARN));
    }

    private static double share(Profiles profiles) {
        Weights cpu = profiles.of(ProfileEvent.CPU);
        return cpu.sum(churn(cpu)) / cpu.all();
    }

    private static Weights.Meant churn(Weights cpu) {
        boolean[] churn = new boolean[cpu.tree().size()];
        for (int node = 1; node < churn.length; node++) {
            String name = cpu.tree().name(node);
            churn[node] = SEARCH.contains(name) || (churn[cpu.tree().parent(node)] && !TaskFrames.isTask(name));
        }
        boolean[] carried = cpu.below(CARRIER::contains);
        return (node, facet) -> churn[node] && !carried[node] && !facet.isMachine();
    }

    /**
     * {@code , most of it in pool-#, which has about 32 threads}: the pool whose workers churn most; empty for none.
     */
    private static String pool(Profiles now) {
        Weights cpu = now.of(ProfileEvent.CPU);
        Weights.Meant churn = churn(cpu);
        boolean[] workers = cpu.below(WORKERS::contains);
        CallTree tree = cpu.tree();
        Map<String, Double> pools = new HashMap<>();
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            int node = tree.sampleNode(sample);
            Facet facet = tree.sampleFacet(sample);
            if (workers[node] && churn.test(node, facet)) {
                pools.merge(facet.pool(), (double) tree.sampleWeight(sample), Double::sum);
            }
        }
        String pool = Weights.largest(pools);
        if (pool.isEmpty()) {
            return "";
        }
        OptionalDouble threads = PoolTable.of(now).pools().stream()
                .filter(row -> row.name().equals(pool) && !Double.isNaN(row.threads()))
                .mapToDouble(PoolTable.PoolRow::threads)
                .findFirst();
        return ", most of it in " + pool
                + (threads.isPresent() ? ", which has " + Numbers.about(threads.getAsDouble()) + " threads" : "");
    }

    @Override
    public Set<ProfileEvent> explains() {
        return Set.of(ProfileEvent.CPU, ProfileEvent.WALL);
    }
}
