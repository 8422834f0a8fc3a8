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
 * Records events of both virtual machines once, where the candidate will probably fail, under the load of the blocks.
 */
public final class EventStage implements PairStage {
    private static final Stage STAGE = new Stage("record events", "recording events");
    private static final Duration USUAL = Duration.ofSeconds(20);

    /** The recorder's own start and the first requests are over by then. */
    private static final Duration SETTLE = Duration.ofMillis(1500);

    private static final Duration LENGTH = Duration.ofSeconds(5);

    /** The length of a turn. */
    private static final Duration TURN = SETTLE.plus(LENGTH);

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
            return pairs.stream().noneMatch(pair -> pair.valid() && pair.jvm() != null);
        }

        @Override
        public Found run(List<List<Arm>> turns, Map<Arm, ? extends LoadedTarget> targets, StageProgress progress)
                throws InterruptedException {
            progress.stage(STAGE, TURN.multipliedBy(turns.size()));
            if (targets.values().stream()
                    .anyMatch(target -> target.counters().events().isEmpty())) {
                return pair -> pair;
            }
            Map<Arm, ArmEvents> arms = new EnumMap<>(Arm.class);
            targets.forEach((arm, target) -> arms.put(arm, new ArmEvents(target)));
            try {
                for (List<Arm> turn : turns) {
                    record(turn.stream().map(arms::get).toList());
                }
            } catch (RuntimeException | IOException e) {
                return pair -> pair.with(JvmEvents.none(String.valueOf(e.getMessage())));
            }
            return pair -> pair.with(events(arms));
        }
    }

    /** Records the arms of a turn at the same time. */
    private static void record(List<ArmEvents> turn) throws InterruptedException, IOException {
        LoadedTarget first = turn.get(0).target;
        try {
            turn.forEach(ArmEvents::begin);
            underLoad(turn, () -> {
                first.sleep(SETTLE);
                for (ArmEvents arm : turn) {
                    arm.edge();
                }
                first.sleep(LENGTH);
                for (ArmEvents arm : turn) {
                    arm.edge();
                }
            });
            for (ArmEvents arm : turn) {
                arm.fetch();
            }
        } finally {
            turn.forEach(ArmEvents::discard);
        }
    }

    /** Loads all arms while work is done. */
    private static void underLoad(List<ArmEvents> arms, LoadedTarget.Work work) throws InterruptedException {
        if (arms.isEmpty()) {
            work.run();
        } else {
            arms.get(0).target.underLoad(() -> underLoad(arms.subList(1, arms.size()), work));
        }
    }

    private static JvmEvents events(Map<Arm, ArmEvents> arms) {
        try {
            return new JvmEvents(
                    Objects.requireNonNull(arms.get(Arm.BASELINE)).part(),
                    Objects.requireNonNull(arms.get(Arm.CANDIDATE)).part(),
                    null);
        } catch (RuntimeException | IOException e) {
            return JvmEvents.none(String.valueOf(e.getMessage()));
        }
    }

    /** The events of one arm, from an edge of their window to the other. */
    private static final class ArmEvents {
        private final LoadedTarget target;
        private final CounterSource source;
        private final EventRecorder recorder;
        private final Path file;
        private final List<Instant> edges = new ArrayList<>();
        private final List<CounterReading> readings = new ArrayList<>();

        ArmEvents(LoadedTarget target) {
            this.target = target;
            source = target.counters();
            recorder = source.events().orElseThrow();
            file = target.folder().resolve("events.jfr");
        }

        void begin() {
            recorder.record(EventSettings.settings());
        }

        void edge() throws InterruptedException {
            edges.add(target.now());
            readings.add(source.read());
        }

        void fetch() throws IOException {
            recorder.fetch(file);
        }

        /** Discards the recording; a failure does no harm, as the target is stopped soon. */
        void discard() {
            try {
                recorder.discard();
            } catch (CollectionFailed e) {
                // It is gone, and everything in it.
            }
        }

        /** The events within the edges, to be called when the load has ended for good. */
        JvmEvents.Part part() throws IOException {
            long requests = target.requests(new Window(edges.get(0), edges.get(1)), "events were recorded");
            CounterReading first = readings.get(0);
            CounterReading last = readings.get(1);
            return new JvmEvents.Part(
                    requests,
                    Duration.between(first.at(), last.at()).toNanos() / 1e9,
                    last.since(first).counters().getOrDefault(Counter.ALLOCATED, Double.NaN),
                    EventTallies.read(file, new Window(first.at(), last.at())));
        }
    }
}
