package dev.flamegate.gate;

import java.util.LinkedHashMap;
import java.util.Map;

/** Accounts where time goes: stages one after the other, each named when it begins. */
final class Stages {
    private final Map<String, Double> seconds = new LinkedHashMap<>();
    private String stage;
    private long since = System.nanoTime();

    Stages(String first) {
        stage = first;
    }

    /** Ends the present stage; one begun twice adds up. */
    void begin(String next) {
        long now = System.nanoTime();
        seconds.merge(stage, (now - since) / 1e9, Double::sum);
        stage = next;
        since = now;
    }

    /** Seconds by stage so far, in the order they began; the present one is left out. */
    Map<String, Double> seconds() {
        return new LinkedHashMap<>(seconds);
    }
}
