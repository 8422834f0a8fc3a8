package dev.flamegate.insight.events;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterReading;
import dev.flamegate.collect.CounterSource;
import dev.flamegate.collect.EventRecorder;
import dev.flamegate.gate.measure.LoadedTarget;
import dev.flamegate.gate.measure.PairStage;
import dev.flamegate.gate.measure.Stage;
import dev.flamegate.gate.measure.StageProgress;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Pair.JvmEvents;
import dev.flamegate.model.Window;
import dev.flamegate.runtime.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Records events of both virtual machines where the candidate will probably fail, one after the other under the same load. It
 * runs before calls are counted: changing classes is itself an event that gives up compiled code.
 */
public final class EventStage implements PairStage {
    private static final Stage STAGE = new Stage("record events", "recording events");
    private static final Duration USUAL = Duration.ofSeconds(20);

    /** The number of pairs that are recorded: the difference between starts has to be known. */
    private static final int PAIRS = 2;

    /** The recorder's own start and the first requests are over by then. */
    private static final Duration SETTLE = Duration.ofMillis(1500);

    private static final Duration LENGTH = Duration.ofSeconds(5);

    /** The length of one arm's recording. */
    private static final Duration EACH = SETTLE.plus(LENGTH);

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
        return builds.plan().compare().events() ? Optional.of(new Recording()) : Optional.empty();
    }

    /** The recording in the pairs of two builds. */
    private static final class Recording implements Prepared {
        @Override
        public boolean isWanted(List<Pair> pairs) {
            return pairs.stream()
                            .filter(pair -> pair.valid() && pair.jvm() != null)
                            .count()
                    < PAIRS;
        }

        @Override
        public Found run(List<Arm> order, Map<Arm, ? extends LoadedTarget> targets, StageProgress progress)
                throws InterruptedException {
            progress.stage(STAGE, EACH.multipliedBy(2));
            if (targets.values().stream()
                    .anyMatch(target -> target.counters().events().isEmpty())) {
                return pair -> pair;
            }
            Map<Arm, Recorded> arms = new EnumMap<>(Arm.class);
            try {
                for (Arm arm : order) {
                    arms.put(arm, record(Objects.requireNonNull(targets.get(arm))));
                }
            } catch (RuntimeException | IOException e) {
                return pair -> pair.with(JvmEvents.none(String.valueOf(e.getMessage())));
            }
            return pair -> pair.with(events(arms, targets));
        }
    }

    /** One arm, by the gate's clock and by its own. */
    private record Recorded(Window here, Window there, double allocated, Path file) {}

    private static Recorded record(LoadedTarget target) throws InterruptedException, IOException {
        CounterSource source = target.counters();
        EventRecorder recorder = source.events().orElseThrow();
        List<CounterReading> readings = new ArrayList<>();
        List<Instant> instants = new ArrayList<>();
        Path file = target.folder().resolve("events.jfr");
        recorder.record(EventSettings.settings());
        try {
            target.underLoad(() -> {
                target.sleep(SETTLE);
                instants.add(target.now());
                readings.add(source.read());
                target.sleep(LENGTH);
                readings.add(source.read());
                instants.add(target.now());
            });
            recorder.fetch(file);
        } finally {
            discard(recorder);
        }
        return new Recorded(
                new Window(instants.get(0), instants.get(1)),
                new Window(readings.get(0).at(), readings.get(1).at()),
                readings.get(1).since(readings.get(0)).counters().getOrDefault(Counter.ALLOCATED, Double.NaN),
                file);
    }

    /** Discards a recording; a failure does no harm, as the target is stopped soon. */
    private static void discard(EventRecorder recorder) {
        try {
            recorder.discard();
        } catch (CollectionFailed e) {
            // It is gone, and everything in it.
        }
    }

    private static JvmEvents events(Map<Arm, Recorded> arms, Map<Arm, ? extends LoadedTarget> targets) {
        try {
            return new JvmEvents(
                    part(
                            Objects.requireNonNull(arms.get(Arm.BASELINE)),
                            Objects.requireNonNull(targets.get(Arm.BASELINE))),
                    part(
                            Objects.requireNonNull(arms.get(Arm.CANDIDATE)),
                            Objects.requireNonNull(targets.get(Arm.CANDIDATE))),
                    null);
        } catch (RuntimeException | IOException e) {
            return JvmEvents.none(String.valueOf(e.getMessage()));
        }
    }

    private static JvmEvents.Part part(Recorded recorded, LoadedTarget target) throws IOException {
        long requests = target.requests(recorded.here(), "events were recorded");
        return new JvmEvents.Part(
                requests,
                Duration.between(recorded.there().start(), recorded.there().end())
                                .toNanos()
                        / 1e9,
                recorded.allocated(),
                EventTallies.read(recorded.file(), recorded.there()));
    }
}
