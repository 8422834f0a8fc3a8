package dev.flamegate.judge.diagnosis;

import dev.flamegate.model.Diagnosis;
import dev.flamegate.profile.ProfileEvent;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One thread that is nearly always at work: what goes through it can go no faster. */
final class SerialStage implements Recogniser {
    private static final double WARN = 0.85;
    private static final double FAIL = 0.95;
    private static final double MOST_THREADS = 1.2;

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        double seconds = now.seconds();
        return PoolTable.of(now).pools().stream()
                .filter(pool -> isOne(pool) && busy(pool, seconds) > WARN)
                .max(Comparator.comparingDouble((PoolTable.Row pool) -> busy(pool, seconds))
                        .thenComparing(PoolTable.Row::name))
                .map(pool -> diagnosis(pool, busy(pool, seconds)));
    }

    /** Without a wall clock profile, a thread without a number in its name is taken for a single one. */
    private static boolean isOne(PoolTable.Row pool) {
        return Double.isNaN(pool.threads()) ? pool.name().indexOf('#') < 0 : pool.threads() <= MOST_THREADS;
    }

    private static double busy(PoolTable.Row pool, double seconds) {
        double runnable = Double.isNaN(pool.runnable()) ? 0 : pool.runnable();
        double cpu = Double.isNaN(pool.cpu()) ? 0 : pool.cpu();
        return Math.max(cpu, runnable) / seconds;
    }

    private static Diagnosis diagnosis(PoolTable.Row pool, double busy) {
        return new Diagnosis(
                "serial-stage",
                busy > FAIL ? Diagnosis.Severity.FAIL : Diagnosis.Severity.WARN,
                "the single thread " + pool.name() + " is at work for " + Words.percent(Math.min(1, busy))
                        + " of the time, most of it in " + pool.topLeaf(),
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
