package dev.flamegate.gate.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The current activity in the measurement of a trial or a pair; every moment of it belongs to one stage.
 *
 * @param key name in stored runs and reports
 * @param words the text shown to people who wait
 */
public record Stage(String key, String words) {
    public static final Stage START = new Stage("start", "starting");
    public static final Stage WARM_UP = new Stage("warm-up", "warming up");
    public static final Stage HOOKS = new Stage("hooks", "running hooks");
    public static final Stage MEASURE = new Stage("measure", "measuring");
    public static final Stage STOP_LOAD = new Stage("stop load", "collecting");
    public static final Stage LAST_PROFILE = new Stage("last profile", "collecting");
    public static final Stage STOP_TARGET = new Stage("stop target", "collecting");
    public static final Stage ANALYSIS = new Stage("analysis", "collecting");

    private static final Set<String> EVERY_PAIR = Stream.of(
                    START, WARM_UP, HOOKS, MEASURE, STOP_LOAD, LAST_PROFILE, STOP_TARGET, ANALYSIS)
            .map(Stage::key)
            .collect(Collectors.toUnmodifiableSet());

    /**
     * True if every pair has the stage; false for what a {@link PairStage} adds to some of them.
     *
     * @param key as in stored runs
     */
    public static boolean isOfEveryPair(String key) {
        return EVERY_PAIR.contains(key);
    }

    /** Accounts for the time of one trial or pair. */
    static final class Times {
        private final Time time;
        private final Map<String, Double> seconds = new LinkedHashMap<>();
        private @Nullable Stage stage;
        private long began;

        Times(Time time) {
            this.time = time;
        }

        /** Ends the stage before and begins this one. */
        void begin(Stage next) {
            end();
            stage = next;
        }

        void end() {
            long now = time.nanos();
            if (stage != null) {
                seconds.merge(stage.key(), (now - began) / 1e9, Double::sum);
            }
            stage = null;
            began = now;
        }

        /** Seconds spent in the stages that have ended, by their keys and in their order. */
        Map<String, Double> seconds() {
            return new LinkedHashMap<>(seconds);
        }
    }
}
