package dev.flamegate.gate.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the measurement of a trial or a pair is doing; every moment of it belongs to one stage. */
public enum Stage {
    START("start", "starting"),
    WARM_UP("warm-up", "warming up"),
    HOOKS("hooks", "running hooks"),
    MEASURE("measure", "measuring"),
    EVENTS("record events", "recording events"),
    COUNT("count calls", "counting calls"),
    STOP_LOAD("stop load", "collecting"),
    LAST_PROFILE("last profile", "collecting"),
    STOP_TARGET("stop target", "collecting"),
    ANALYSIS("analysis", "collecting");

    private final String key;
    private final String words;

    Stage(String key, String words) {
        this.key = key;
        this.words = words;
    }

    /** Name in stored runs and reports. */
    public String key() {
        return key;
    }

    /** The text shown to people who wait. */
    public String words() {
        return words;
    }

    /** Accounts for where the time of one trial or pair goes. */
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

        /** Ends the last stage. */
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
