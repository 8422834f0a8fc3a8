package dev.flamegate.gate.events;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterReading;
import dev.flamegate.collect.CounterSource;
import dev.flamegate.collect.EventRecorder;
import dev.flamegate.collect.events.EventSettings;
import dev.flamegate.collect.events.EventTallies;
import dev.flamegate.load.LoadResult;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Pair.JvmEvents;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Window;
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
import org.jspecify.annotations.Nullable;

/**
 * Records events in both arms, one after the other under the same load. Before calls are counted: changing classes is itself
 * an event that gives up compiled code.
 */
public final class EventStage {
    /** What it takes for both arms, as long as nothing is known of them. */
    public static final Duration USUAL = Duration.ofSeconds(20);

    /** In how many pairs events are recorded: what differs between starts has to be known. */
    public static final int PAIRS = 3;

    /** The recorder's own start and the first requests are over by then. */
    private static final Duration SETTLE = Duration.ofMillis(1500);

    private static final Duration LENGTH = Duration.ofSeconds(5);

    /** How long one arm is recorded. */
    public static final Duration EACH = SETTLE.plus(LENGTH);

    private final Map<Arm, Recorded> arms = new EnumMap<>(Arm.class);
    private @Nullable String problem;

    /** A target with its load. */
    public interface Target {
        /** What is read from it. */
        CounterSource counters();

        /** Loads it while something else is done. */
        void underLoad(Work work) throws InterruptedException;

        /** What its load saw in a window, by the gate's clock. */
        LoadResult load(Window window);

        /** Where its logs are. */
        Path folder();

        /** The gate's clock. */
        Instant now();

        /** Waits. */
        void sleep(Duration duration) throws InterruptedException;
    }

    /** What is done under load. */
    @FunctionalInterface
    public interface Work {
        void run() throws InterruptedException;
    }

    /** One arm, by the gate's clock and by its own. */
    private record Recorded(Window here, Window there, double allocated, Path file) {}

    /**
     * Records both arms; neither has load on before or afterwards. What goes wrong ends the recording alone. Does nothing where
     * a target has no recorder.
     *
     * @param order in which the arms are recorded
     */
    public void run(List<Arm> order, Map<Arm, ? extends Target> targets) throws InterruptedException {
        if (targets.values().stream()
                .anyMatch(target -> target.counters().events().isEmpty())) {
            return;
        }
        try {
            for (Arm arm : order) {
                arms.put(arm, record(Objects.requireNonNull(targets.get(arm))));
            }
        } catch (RuntimeException | IOException e) {
            problem = String.valueOf(e.getMessage());
        }
    }

    private static Recorded record(Target target) throws InterruptedException, IOException {
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

    /** The target is stopped soon: what it still records does no harm. */
    private static void discard(EventRecorder recorder) {
        try {
            recorder.discard();
        } catch (CollectionFailed e) {
            // It is gone, and everything in it.
        }
    }

    /** What was recorded, or why nothing was; empty where nothing was to be. Call it when the load has ended. */
    public Optional<JvmEvents> result(Map<Arm, ? extends Target> targets) {
        Recorded baseline = arms.get(Arm.BASELINE);
        Recorded candidate = arms.get(Arm.CANDIDATE);
        if (problem != null) {
            return Optional.of(JvmEvents.none(problem));
        } else if (baseline == null || candidate == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(new JvmEvents(
                    part(baseline, Objects.requireNonNull(targets.get(Arm.BASELINE))),
                    part(candidate, Objects.requireNonNull(targets.get(Arm.CANDIDATE))),
                    null));
        } catch (RuntimeException | IOException e) {
            return Optional.of(JvmEvents.none(String.valueOf(e.getMessage())));
        }
    }

    private static JvmEvents.Part part(Recorded recorded, Target target) throws IOException {
        LoadResult seen = target.load(recorded.here());
        long requests = seen.counted()
                ? seen.requests().stream().mapToLong(RequestStats::total).sum()
                : 0;
        if (requests == 0) {
            throw new CollectionFailed("no requests were seen while events were recorded");
        }
        return new JvmEvents.Part(
                requests,
                Duration.between(recorded.there().start(), recorded.there().end())
                                .toNanos()
                        / 1e9,
                recorded.allocated(),
                EventTallies.read(recorded.file(), recorded.there()));
    }
}
