package dev.flamegate.plan;

import dev.flamegate.plan.yaml.Amounts;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Value;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The load: a Gatling simulation, unchanged except for its system properties.
 *
 * @param simulation class name
 * @param classpath jars and folders that contain it; Gatling's own jars are added unless they contain Gatling
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
    static final List<String> KEYS = List.of("simulation", "classpath", "properties", "warm-up", "measure");
    static final List<String> WARM_UP_KEYS = List.of("at-least", "at-most");

    /** Flamegate's own simulation. */
    private static final String DEFAULT_SIMULATION = "dev.flamegate.gatling.SampleSimulation";

    private static final Duration LONGEST = Duration.ofHours(24);
    private static final Duration WARM_UP_AT_LEAST = Duration.ofSeconds(5);
    private static final Duration WARM_UP_AT_MOST = Duration.ofSeconds(30);

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

    /** As in the plan file; wrong values are recorded as problems and replaced by the default. */
    static LoadSpec read(Section file) {
        Section load = file.section("load", KEYS);
        return new LoadSpec(
                load.read("simulation", DEFAULT_SIMULATION, LoadSpec::className),
                load.read("classpath", List.of(), Value::texts),
                load.read("properties", Map.of(), Value::settings),
                warmUp(load.section("warm-up", WARM_UP_KEYS)),
                load.read("measure", Duration.ofSeconds(20), Amounts.duration(Duration.ofSeconds(1), LONGEST)));
    }

    private static Optional<String> className(Value value) {
        Optional<String> name = value.text();
        if (name.isPresent() && !name.get().matches("[A-Za-z_$][\\w$]*+(?:\\.[A-Za-z_$][\\w$]*+)*+")) {
            value.wrong("the name of a class, such as `com.acme.ShopSimulation`");
        }
        return name;
    }

    /** A given bound moves the default of the other one if necessary. */
    private static WarmUpBounds warmUp(Section warmUp) {
        Optional<Duration> least = warmUp.read("at-least", Amounts.duration(Duration.ZERO, LONGEST));
        Optional<Duration> most = warmUp.read("at-most", Amounts.duration(Duration.ZERO, LONGEST));
        if (least.isPresent() && most.isPresent() && least.get().compareTo(most.get()) > 0) {
            warmUp.problems().add(warmUp.at("at-most"), "`load.warm-up.at-most` is below `at-least`");
        }
        Duration atLeast = least.orElseGet(() -> shorter(WARM_UP_AT_LEAST, most.orElse(WARM_UP_AT_MOST)));
        Duration atMost = most.orElseGet(() -> atLeast.compareTo(WARM_UP_AT_MOST) > 0 ? atLeast : WARM_UP_AT_MOST);
        return new WarmUpBounds(atLeast, atMost);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }
}
