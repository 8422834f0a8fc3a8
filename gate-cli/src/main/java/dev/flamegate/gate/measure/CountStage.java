package dev.flamegate.gate.measure;

import dev.flamegate.collect.CallCounter;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterReading;
import dev.flamegate.collect.CounterSource;
import dev.flamegate.gate.changes.ChangedMethods;
import dev.flamegate.gate.changes.Tally;
import dev.flamegate.load.LoadResult;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Pair;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counts calls in both arms, one after the other under the same load, after all that is judged: a target that counts is
 * slower. The counting begins before the first request and ends after the last one, so that every call belongs to a
 * request that is counted too.
 */
public final class CountStage {
    /** What it takes for both arms, as long as nothing is known of them. */
    public static final Duration USUAL = Duration.ofSeconds(16);

    /** In how many pairs calls are counted: counts vary little, and the scatter between pairs has to be known. */
    public static final int PAIRS = 3;

    private static final Duration PART = Duration.ofMillis(500);
    private static final int PARTS = 10;

    private final ChangedMethods changes;
    private final Time time;
    private final StageProgress progress;
    private final Map<Arm, Counted> arms = new EnumMap<>(Arm.class);
    private @Nullable String problem;

    /** One arm; the window begins and ends without any request under way. */
    private record Counted(Tally tally, Window window, double cpuSeconds) {}

    CountStage(ChangedMethods changes, Time time, StageProgress progress) {
        this.changes = changes;
        this.time = time;
        this.progress = progress;
    }

    /** Whether there is nothing to count. */
    boolean isEmpty() {
        return changes.isEmpty();
    }

    /** Counts in both arms; neither has load on before or afterwards. What goes wrong ends the counting alone. */
    void run(Arm first, Map<Arm, ArmLoad> loads) throws InterruptedException {
        if (loads.values().stream().anyMatch(load -> counter(load).isEmpty())) {
            return;
        }
        try {
            for (Arm arm : List.of(first, first.other())) {
                progress.stage(Stage.COUNT, PART.multipliedBy(PARTS));
                arms.put(arm, count(Objects.requireNonNull(loads.get(arm))));
            }
        } catch (RuntimeException e) {
            problem = String.valueOf(e.getMessage());
        }
    }

    private static Optional<CallCounter> counter(ArmLoad load) {
        return load.session().counters().calls();
    }

    private Counted count(ArmLoad load) throws InterruptedException {
        CounterSource source = load.session().counters();
        CallCounter calls = counter(load).orElseThrow();
        List<CallCounter.Counts> during = new ArrayList<>();
        calls.begin(changes.methods());
        try {
            Instant begin = time.now();
            CounterReading before = source.read();
            load.unmeasured(() -> {
                during.add(calls.counts());
                for (int part = 0; part < PARTS; part++) {
                    time.sleep(PART);
                    during.add(calls.counts());
                }
            });
            CallCounter.Counts all = calls.counts();
            CounterReading after = source.read();
            return new Counted(
                    Tally.of(during, all),
                    new Window(begin, time.now()),
                    after.since(before).counters().getOrDefault(Counter.CPU_PROCESS, Double.NaN));
        } finally {
            end(calls);
        }
    }

    /** The target is stopped soon: what it still counts does no harm. */
    private static void end(CallCounter calls) {
        try {
            calls.end();
        } catch (CollectionFailed e) {
            // It is gone, and everything in it.
        }
    }

    /** The pair with what was counted, or why nothing was; as it was where nothing in the targets counts. */
    Pair in(Pair pair, Map<Arm, ArmLoad> loads) {
        Counted baseline = arms.get(Arm.BASELINE);
        Counted candidate = arms.get(Arm.CANDIDATE);
        if (problem != null) {
            return pair.with(Pair.Calls.none(problem));
        } else if (baseline == null || candidate == null) {
            return pair;
        }
        try {
            return pair.with(new Pair.Calls(
                    part(baseline, Objects.requireNonNull(loads.get(Arm.BASELINE))),
                    part(candidate, Objects.requireNonNull(loads.get(Arm.CANDIDATE))),
                    changes.counted(baseline.tally(), candidate.tally()),
                    null));
        } catch (RuntimeException e) {
            return pair.with(Pair.Calls.none(String.valueOf(e.getMessage())));
        }
    }

    private static Pair.Calls.Part part(Counted counted, ArmLoad load) {
        LoadResult seen = load.session().load().result(counted.window());
        long requests = seen.counted()
                ? seen.requests().stream().mapToLong(RequestStats::total).sum()
                : 0;
        if (requests == 0) {
            throw new CollectionFailed("no requests were seen while calls were counted");
        }
        return new Pair.Calls.Part(requests, counted.cpuSeconds());
    }
}
