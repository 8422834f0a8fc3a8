package dev.flamegate.judge.diagnosis;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Diagnosis;
import dev.flamegate.profile.ProfileEvent;
import dev.flamegate.profile.names.MachinePools;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compilers that are still at work in the measured window. */
final class StillCompiling implements Recogniser {
    private static final double WARN = 0.05;
    private static final double FAIL = 0.20;

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        Weights cpu = now.of(ProfileEvent.CPU);
        double share = now.ratio(Counter.CPU_JIT, Counter.CPU_PROCESS)
                .orElseGet(() -> cpu.sum((node, facet) -> facet.pool().equals(MachinePools.JIT)) / cpu.all());
        if (!(share > WARN)) {
            return Optional.empty();
        }
        return Optional.of(new Diagnosis(
                "still-compiling",
                share > FAIL ? Diagnosis.Severity.FAIL : Diagnosis.Severity.WARN,
                "the just-in-time compilers take " + Words.percent(share) + " of the CPU while it is measured",
                "Warm up longer (load: warm-up), or look for code that is compiled over and over: generated classes,"
                        + " a full code cache (-XX:ReservedCodeCacheSize)",
                "https://docs.oracle.com/en/java/javase/17/docs/specs/man/java.html",
                share,
                WARN));
    }

    @Override
    public Set<ProfileEvent> explains() {
        return Set.of(ProfileEvent.CPU);
    }
}
