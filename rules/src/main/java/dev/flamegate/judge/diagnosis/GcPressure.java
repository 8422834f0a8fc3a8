package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Diagnosis;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.names.MachinePools;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A collector that takes a good part of the CPU, or notably more of it than before. */
final class GcPressure implements Recogniser {
    private static final double WARN = 0.10;
    private static final double FAIL = 0.25;

    /** More than before by this much is worth a word as well. */
    private static final double GROWN = 0.03;

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        double share = share(now);
        double was = before == null ? Double.NaN : share(before);
        boolean grown = share - was > GROWN;
        if (!(share > WARN) && !grown) {
            return Optional.empty();
        }
        return Optional.of(new Diagnosis(
                "gc-pressure",
                share > FAIL ? Diagnosis.Severity.FAIL : Diagnosis.Severity.WARN,
                "the collector takes " + Numbers.rough(share) + " of the CPU" + Words.before(was),
                "Allocate less (see alloc.per-request and its profile), or give the heap more room (-Xmx) so that"
                        + " collections are rarer",
                "https://docs.oracle.com/en/java/javase/17/gctuning/factors-affecting-garbage-collection-performance.html",
                share,
                share > WARN ? WARN : was + GROWN));
    }

    /** Of the process's CPU, as counted where it was, else as sampled. */
    private static double share(Profiles profiles) {
        Weights cpu = profiles.of(ProfileEvent.CPU);
        return profiles.ratio(Counter.CPU_GC, Counter.CPU_PROCESS)
                .orElseGet(() -> cpu.sum((node, facet) -> facet.pool().equals(MachinePools.GC)) / cpu.all());
    }

    @Override
    public Set<ProfileEvent> explains() {
        return Set.of(ProfileEvent.CPU, ProfileEvent.ALLOC, ProfileEvent.WALL);
    }
}
