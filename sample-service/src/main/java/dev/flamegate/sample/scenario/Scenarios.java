package dev.flamegate.sample.scenario;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The scenarios there are, and the switch between problem and fix. */
public final class Scenarios {
    private static final Map<String, Maker> KNOWN = new TreeMap<>(Map.ofEntries(
            Map.entry("allocation", (fixed, metrics) -> new Allocation(fixed)),
            Map.entry("allocation-stall", (fixed, metrics) -> new AllocationStall()),
            Map.entry("bursty-pool", (fixed, metrics) -> new BurstyPool(fixed)),
            Map.entry("exception", (fixed, metrics) -> new ExceptionAsAnswer(fixed)),
            Map.entry("idle-pool", (fixed, metrics) -> new IdlePool(fixed)),
            Map.entry("lock", (fixed, metrics) -> new Lock(fixed)),
            Map.entry("logging", (fixed, metrics) -> new Logging(fixed)),
            Map.entry("n-plus-one", NPlusOne::new),
            Map.entry("no-op", (fixed, metrics) -> new NoOp(fixed)),
            Map.entry("pool-exhausted", (fixed, metrics) -> new PoolExhausted(fixed)),
            Map.entry("regex", (fixed, metrics) -> new Regex(fixed)),
            Map.entry("serial-pipeline", SerialPipeline::new),
            Map.entry("single-actor", (fixed, metrics) -> new SingleActor(fixed)),
            Map.entry("starved", (fixed, metrics) -> new Starved()),
            Map.entry("tail", (fixed, metrics) -> new Tail(fixed))));

    private Scenarios() {}

    /** Makes a scenario. */
    private interface Maker {
        Scenario make(boolean fixed, PrometheusRegistry metrics);
    }

    /** Names of all scenarios that have an endpoint of their own. */
    public static Set<String> names() {
        return KNOWN.keySet();
    }

    /**
     * The scenario that an environment asks for by {@code SCENARIO}: {@code NAME:problem}, {@code NAME:fixed}, or
     * {@code NAME} for the problem.
     *
     * @param metrics that the scenario adds its own to
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
        return Optional.of(maker.make(variant.equals("fixed"), metrics));
    }
}
