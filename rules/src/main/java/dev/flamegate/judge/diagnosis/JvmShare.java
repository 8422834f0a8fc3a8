package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Counter;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.profile.names.MachinePools;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A part of the virtual machine that takes a large part of the CPU, or much more than before. */
enum JvmShare implements Recogniser {
    GC_PRESSURE(Counter.CPU_GC, MachinePools.GC, Set.of(ProfileEvent.CPU, ProfileEvent.ALLOC, ProfileEvent.WALL)) {
        private static final double WARN = 0.10;
        private static final double FAIL = 0.25;

        /** A share larger than before by this much is reported too. */
        private static final double GROWN = 0.03;

        @Override
        Optional<Diagnosis> of(double share, double was) {
            boolean large = share > WARN;
            if (!large && !(share - was > GROWN)) {
                return Optional.empty();
            }
            return Optional.of(new Diagnosis(
                    "gc-pressure",
                    Recogniser.severity(share, FAIL),
                    "the collector takes " + Numbers.rough(share) + " of the CPU" + Recogniser.inBaseline(was),
                    "Allocate less (see alloc.per-request and its profile), or give the heap more room (-Xmx) so that"
                            + " collections are rarer",
                    "https://docs.oracle.com/en/java/javase/17/gctuning/factors-affecting-garbage-collection-performance.html",
                    share,
                    large ? WARN : was + GROWN));
        }
    },
    /**
     * The just-in-time compilers, in the measured window. As much compiling as before is a hint, not a cause of a
     * growth.
     */
    STILL_COMPILING(Counter.CPU_JIT, MachinePools.JIT, Set.of(ProfileEvent.CPU)) {
        private static final double WARN = 0.05;
        private static final double FAIL = 0.20;

        /** A share larger than before by this much can explain a growth of CPU. */
        private static final double GROWN = 0.02;

        @Override
        Optional<Diagnosis> of(double share, double was) {
            if (!(share > WARN)) {
                return Optional.empty();
            }
            return Optional.of(new Diagnosis(
                    "still-compiling",
                    share - was <= GROWN ? Diagnosis.Severity.HINT : Recogniser.severity(share, FAIL),
                    "the just-in-time compilers take " + Numbers.rough(share) + " of the CPU while it is measured"
                            + Recogniser.inBaseline(was),
                    "Warm up longer (load: warm-up), or look for code that is compiled over and over: generated classes,"
                            + " a full code cache (-XX:ReservedCodeCacheSize)",
                    "https://docs.oracle.com/en/java/javase/17/docs/specs/man/java.html",
                    share,
                    WARN));
        }
    };

    private final Counter counter;
    private final String pool;
    private final Set<ProfileEvent> explains;

    JvmShare(Counter counter, String pool, Set<ProfileEvent> explains) {
        this.counter = counter;
        this.pool = pool;
        this.explains = explains;
    }

    /**
     * The diagnosis of a share of the CPU.
     *
     * @param was the share in the baseline; NaN without one
     */
    abstract Optional<Diagnosis> of(double share, double was);

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        return of(share(now), Recogniser.was(before, this::share));
    }

    /** Part of the process's CPU, from counters if there are any, else from samples. */
    private double share(Profiles profiles) {
        Weights cpu = profiles.of(ProfileEvent.CPU);
        return profiles.ratio(counter, Counter.CPU_PROCESS)
                .orElseGet(() -> cpu.sum((node, facet) -> facet.pool().equals(pool)) / cpu.all());
    }

    @Override
    public Set<ProfileEvent> explains() {
        return explains;
    }
}
