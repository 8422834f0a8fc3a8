package dev.flamegate.judge.diagnosis;

import dev.flamegate.model.Diagnosis;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.ProfileEvent;
import dev.flamegate.profile.TaskFrames;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Fork-join workers that spend their CPU on looking for work, going to sleep and being woken. Tasks run below
 * {@code scan} since JDK 17, and are no churn.
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

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        double share = share(now);
        if (!(share > WARN)) {
            return Optional.empty();
        }
        return Optional.of(new Diagnosis(
                "fork-join-churn",
                share > FAIL ? Diagnosis.Severity.FAIL : Diagnosis.Severity.WARN,
                Words.percent(share) + " of the CPU goes into fork-join workers that look for work, park and are woken"
                        + Words.before(before == null ? Double.NaN : share(before)),
                "Work comes in bursts to a pool that is too wide: make the pool smaller (parallelism), submit larger"
                        + " batches, or keep short tasks on the calling thread",
                "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/util/concurrent/ForkJoinPool.html",
                share,
                WARN));
    }

    private static double share(Profiles profiles) {
        Weights cpu = profiles.of(ProfileEvent.CPU);
        boolean[] churn = new boolean[cpu.tree().size()];
        for (int node = 1; node < churn.length; node++) {
            String name = cpu.tree().name(node);
            churn[node] = SEARCH.contains(name) || (churn[cpu.tree().parent(node)] && !TaskFrames.isTask(name));
        }
        boolean[] carried = cpu.below(CARRIER::contains);
        return cpu.sum((node, facet) -> isChurn(node, facet, churn, carried)) / cpu.all();
    }

    private static boolean isChurn(int node, Facet facet, boolean[] churn, boolean[] carried) {
        return churn[node] && !carried[node] && !facet.isMachine();
    }

    @Override
    public Set<ProfileEvent> explains() {
        return Set.of(ProfileEvent.CPU, ProfileEvent.WALL);
    }
}
