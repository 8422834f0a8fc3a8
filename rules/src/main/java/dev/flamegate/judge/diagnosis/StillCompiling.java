package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Diagnosis;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.names.MachinePools;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compilers that are still at work in the measured window. */
final class StillCompiling implements Recogniser {
    private static final double WARN = 0.05;
    private static final double FAIL = 0.20;

    /** More than before by this much can be why more CPU is used. */
    private static final double GROWN = 0.02;

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        double share = share(now);
        if (!(share > WARN)) {
            return Optional.empty();
        }
        double was = before == null ? Double.NaN : share(before);
        return Optional.of(new Diagnosis(
                "still-compiling",
                severity(share, was),
                "the just-in-time compilers take " + Numbers.rough(share) + " of the CPU while it is measured"
                        + Words.before(was),
                "Warm up longer (load: warm-up), or look for code that is compiled over and over: generated classes,"
                        + " a full code cache (-XX:ReservedCodeCacheSize)",
                "https://docs.oracle.com/en/java/javase/17/docs/specs/man/java.html",
                share,
                WARN));
    }

    /** As much compiling as before is worth a word, and no cause of a growth. */
    private static Diagnosis.Severity severity(double share, double was) {
        if (share - was <= GROWN) {
            return Diagnosis.Severity.HINT;
        }
        return share > FAIL ? Diagnosis.Severity.FAIL : Diagnosis.Severity.WARN;
    }

    private static double share(Profiles profiles) {
        Weights cpu = profiles.of(ProfileEvent.CPU);
        return profiles.ratio(Counter.CPU_JIT, Counter.CPU_PROCESS)
                .orElseGet(() -> cpu.sum((node, facet) -> facet.pool().equals(MachinePools.JIT)) / cpu.all());
    }

    @Override
    public Set<ProfileEvent> explains() {
        return Set.of(ProfileEvent.CPU);
    }
}
