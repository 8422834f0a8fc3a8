package dev.flamegate.sample.scenario;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** All scenarios, and the switch between problem and fix. */
public final class Scenarios {
    private static final Map<String, Maker> KNOWN = new TreeMap<>(Map.ofEntries(
            Map.entry("allocation", (fixed, environment, metrics) -> new Allocation(fixed)),
            Map.entry("allocation-stall", (fixed, environment, metrics) -> new AllocationStall()),
            Map.entry("bursty-pool", (fixed, environment, metrics) -> new BurstyPool(fixed)),
            Map.entry("creep", (fixed, environment, metrics) -> new Creep(fixed ? 0 : build(environment))),
            Map.entry("exception", (fixed, environment, metrics) -> new ExceptionAsAnswer(fixed)),
            Map.entry("idle-pool", (fixed, environment, metrics) -> new IdlePool(fixed)),
            Map.entry("leak", (fixed, environment, metrics) -> new Leak(fixed)),
            Map.entry("lock", (fixed, environment, metrics) -> new Lock(fixed)),
            Map.entry("logging", (fixed, environment, metrics) -> new Logging(fixed)),
            Map.entry("n-plus-one", (fixed, environment, metrics) -> new NPlusOne(fixed, metrics)),
            Map.entry("no-op", (fixed, environment, metrics) -> new NoOp(fixed)),
            Map.entry("pool-exhausted", (fixed, environment, metrics) -> new PoolExhausted(fixed)),
            Map.entry("regex", (fixed, environment, metrics) -> new Regex(fixed)),
            Map.entry("serial-pipeline", (fixed, environment, metrics) -> new SerialPipeline(fixed, metrics)),
            Map.entry("single-actor", (fixed, environment, metrics) -> new SingleActor(fixed)),
            Map.entry("starved", (fixed, environment, metrics) -> new Starved()),
            Map.entry("tail", (fixed, environment, metrics) -> new Tail(fixed))));

    private Scenarios() {}

    /** Makes a scenario. */
    private interface Maker {
        Scenario make(boolean fixed, Map<String, String> environment, PrometheusRegistry metrics);
    }

    /** Names of all scenarios that have an endpoint of their own. */
    public static Set<String> names() {
        return KNOWN.keySet();
    }

    /**
     * The scenario that an environment selects by {@code SCENARIO}: {@code NAME:problem}, {@code NAME:fixed}, or
     * {@code NAME} for the problem.
     *
     * @param metrics the registry that the scenario adds its own metrics to
     * @throws IllegalArgumentException when there is no such scenario or variant
     */
    public static Optional<Scenario> of(Map<String, String> environment, PrometheusRegistry metrics) {
        String wanted = environment.getOrDefault("SCENARIO", "");
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        String[] parts = wanted.split(":", 2);
        Maker maker = KNOWN.get(parts[0]);
        String variant = parts.length == 2 ? parts[1] : "problem";
        if (maker == null || !Set.of("problem", "fixed").contains(variant)) {
            throw new IllegalArgumentException(
                    wanted + ": SCENARIO is NAME:problem or NAME:fixed, with a name of " + names());
        }
        return Optional.of(maker.make(variant.equals("fixed"), environment, metrics));
    }

    private static int build(Map<String, String> environment) {
        return Integer.parseInt(environment.getOrDefault("BUILD", "5"));
    }
}
