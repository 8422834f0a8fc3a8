package dev.flamegate.plan;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The load: a Gatling simulation, unchanged but for its system properties.
 *
 * @param simulation class name
 * @param classpath jars and folders that hold it; Gatling's own jars are added when none of them is Gatling
 * @param properties system properties of the simulation
 * @param warmUp bounds of the warm-up
 * @param measure length of the measured window
 */
public record LoadSpec(
        String simulation,
        List<String> classpath,
        Map<String, String> properties,
        WarmUpBounds warmUp,
        Duration measure) {
    public LoadSpec {
        classpath = List.copyOf(classpath);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /**
     * Bounds of the warm-up, which ends between them when JIT share and cost per request are flat.
     *
     * @param atLeast not negative
     * @param atMost not below {@code atLeast}
     */
    public record WarmUpBounds(Duration atLeast, Duration atMost) {}
}
