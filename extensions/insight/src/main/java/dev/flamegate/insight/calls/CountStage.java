package dev.flamegate.insight.calls;

import dev.flamegate.collect.CallCounter;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterReading;
import dev.flamegate.collect.CounterSource;
import dev.flamegate.format.Names;
import dev.flamegate.gate.measure.LoadedTarget;
import dev.flamegate.gate.measure.PairStage;
import dev.flamegate.gate.measure.Stage;
import dev.flamegate.gate.measure.StageProgress;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Window;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.runtime.Progress;
import dev.flamegate.targets.AppFiles;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Counts calls of changed methods in both arms, one after the other: a target that counts is slower.
 * The counting begins before the first request and ends after the last one, so that every call belongs to a request
 * that is counted too.
 */
public final class CountStage implements PairStage {
    /**
     * The number of pairs whose calls are counted: counts vary little, but the scatter between pairs has to be known.
     */
    static final int PAIRS = 2;

    private static final Stage STAGE = new Stage("count calls", "counting calls");
    private static final Duration USUAL = Duration.ofSeconds(16);
    private static final Duration PART = Duration.ofMillis(500);
    private static final int PARTS = 10;

    @Override
    public Stage stage() {
        return STAGE;
    }

    @Override
    public Duration usual() {
        return USUAL;
    }

    @Override
    public Optional<Prepared> prepare(Builds builds, Progress progress) {
        boolean probed =
                builds.runtime() == TargetSpec.Runtime.PROCESS || builds.runtime() == TargetSpec.Runtime.CONTAINER;
        if (!builds.plan().compare().count() || !probed) {
            return Optional.empty();
        }
        progress.stage("looking for changed methods", Duration.ZERO);
        Optional<AppFiles> before = AppFiles.of(builds.baseline().subject(), builds.folder());
        Optional<AppFiles> after = AppFiles.of(builds.candidate().subject(), builds.folder());
        if (before.isEmpty() || after.isEmpty()) {
            progress.detail("calls are not counted: the jars of both builds are not on this machine");
            return Optional.empty();
        } else if (before.equals(after)) {
            return Optional.empty(); // one file, started in two ways
        }
        ChangedMethods changes = ChangedMethods.between(before.get(), after.get());
        if (changes.problem() != null) {
            progress.note("calls are not counted: " + changes.problem());
        }
        if (changes.isEmpty()) {
            return Optional.empty();
        }
        progress.note("code differs: calls of " + Names.plural(changes.names().size(), "method")
                + " are counted in two pairs if the candidate gets worse");
        return Optional.of(new Counting(changes));
    }

    /** The methods of two builds whose calls are counted. */
    private record Counting(ChangedMethods changes) implements Prepared {
        @Override
        public boolean isWanted(List<Pair> pairs) {
            return pairs.stream()
                            .filter(pair -> pair.valid() && pair.calls() != null)
                            .count()
                    < PAIRS;
        }

        @Override
        public Found run(List<Arm> order, Map<Arm, ? extends LoadedTarget> targets, StageProgress progress)
                throws InterruptedException {
            if (targets.values().stream()
                    .anyMatch(target -> target.counters().calls().isEmpty())) {
                return pair -> pair;
            }
            Map<Arm, Counted> arms = new EnumMap<>(Arm.class);
            try {
                for (Arm arm : order) {
                    progress.stage(STAGE, PART.multipliedBy(PARTS));
                    arms.put(arm, count(Objects.requireNonNull(targets.get(arm))));
                }
            } catch (RuntimeException e) {
                return pair -> pair.with(Pair.Calls.none(String.valueOf(e.getMessage())));
            }
            return pair -> in(pair, arms, targets);
        }

        private Counted count(LoadedTarget target) throws InterruptedException {
            CounterSource source = target.counters();
            CallCounter calls = source.calls().orElseThrow();
            List<CallCounter.Counts> during = new ArrayList<>();
            calls.begin(changes.methods());
            try {
                Instant begin = target.now();
                CounterReading before = source.read();
                target.underLoad(() -> {
                    during.add(calls.counts());
                    for (int part = 0; part < PARTS; part++) {
                        target.sleep(PART);
                        during.add(calls.counts());
                    }
                });
                CallCounter.Counts all = calls.counts();
                CounterReading after = source.read();
                return new Counted(
                        Tally.of(during, all),
                        new Window(begin, target.now()),
                        after.since(before).counters().getOrDefault(Counter.CPU_PROCESS, Double.NaN));
            } finally {
                end(calls);
            }
        }

        private Pair in(Pair pair, Map<Arm, Counted> arms, Map<Arm, ? extends LoadedTarget> targets) {
            Counted baseline = Objects.requireNonNull(arms.get(Arm.BASELINE));
            Counted candidate = Objects.requireNonNull(arms.get(Arm.CANDIDATE));
            try {
                return pair.with(new Pair.Calls(
                        part(baseline, Objects.requireNonNull(targets.get(Arm.BASELINE))),
                        part(candidate, Objects.requireNonNull(targets.get(Arm.CANDIDATE))),
                        changes.counted(baseline.tally(), candidate.tally()),
                        null));
            } catch (RuntimeException e) {
                return pair.with(Pair.Calls.none(String.valueOf(e.getMessage())));
            }
        }
    }

    /** The count of one arm; the window begins and ends without any request under way. */
    private record Counted(Tally tally, Window window, double cpuSeconds) {}

    /** Ends the counting; a failure does no harm, as the target is stopped soon. */
    private static void end(CallCounter calls) {
        try {
            calls.end();
        } catch (CollectionFailed e) {
            // It is gone, and everything in it.
        }
    }

    private static Pair.Calls.Part part(Counted counted, LoadedTarget target) {
        long requests = target.requests(counted.window(), "calls were counted");
        return new Pair.Calls.Part(requests, counted.cpuSeconds());
    }
}
