package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Diagnosis;
import dev.flamegate.model.ProfileEvent;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Many threads of one pool that nearly never have work. */
final class IdlePool implements Recogniser {
    private static final double LEAST_THREADS = 20;
    private static final double LEAST_IDLE = 0.9;

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        return PoolTable.of(now).pools().stream()
                .filter(pool -> pool.threads() >= LEAST_THREADS && pool.idlePart() > LEAST_IDLE)
                .max(Comparator.comparingDouble(PoolTable.Row::threads).thenComparing(PoolTable.Row::name))
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
