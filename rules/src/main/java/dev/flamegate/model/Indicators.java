package dev.flamegate.model;

import static dev.flamegate.model.Better.HIGHER;
import static dev.flamegate.model.Better.LOWER;
import static dev.flamegate.model.SelectorKind.FRAME;
import static dev.flamegate.model.SelectorKind.POOL;
import static dev.flamegate.model.SelectorKind.REQUEST;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The indicators every service has, by name. */
public final class Indicators {
    /** The latency statistics, in order: the names after {@code latency.} and {@code server.latency.}. */
    public static final List<String> LATENCY_STATISTICS =
            List.of("mean", "p50", "p75", "p90", "p95", "p99", "p99.9", "max");

    /** The profile events whose cost a rule can limit. */
    public static final List<String> PROFILE_EVENTS = List.of("cpu", "wall", "alloc", "lock");

    private static final Map<String, Indicator> BUILT_IN = builtIn();

    private Indicators() {}

    /** All built-in indicators, in the order of the reference. */
    public static List<Indicator> all() {
        return List.copyOf(BUILT_IN.values());
    }

    public static Optional<Indicator> find(String name) {
        return Optional.ofNullable(BUILT_IN.get(name));
    }

    private static Map<String, Indicator> builtIn() {
        List<Indicator> all = new ArrayList<>();
        all.add(of("cpu.utilization", Unit.PERCENT, LOWER, "CPU used, of the CPUs the target may use"));
        all.add(of("cpu.per-request", Unit.MILLISECONDS, LOWER, "CPU time of the target per request"));
        all.add(of(
                "cpu.application.per-request",
                Unit.MILLISECONDS,
                LOWER,
                "CPU time per request of the application's own threads: without JIT, GC and profiler"));
        all.add(of(
                "cpu.throttled", Unit.PERCENT, LOWER, "Part of the time in which the CPU limit held the target back"));
        all.add(of("alloc.per-request", Unit.KIBIBYTES, LOWER, "Heap allocated per request"));
        for (String statistic : LATENCY_STATISTICS) {
            all.add(of(
                    "latency." + statistic,
                    Unit.MILLISECONDS,
                    LOWER,
                    latencyName(statistic) + " seen by the load generator",
                    REQUEST));
        }
        for (String statistic : LATENCY_STATISTICS) {
            all.add(of(
                    "server.latency." + statistic,
                    Unit.MILLISECONDS,
                    LOWER,
                    latencyName(statistic) + " seen by the service itself",
                    REQUEST));
        }
        all.add(of("throughput", Unit.REQUESTS_PER_SECOND, HIGHER, "Successful requests per second", REQUEST));
        all.add(of("errors.ratio", Unit.PERCENT, LOWER, "Failed requests of all requests", REQUEST));
        all.add(of("gc.time", Unit.PERCENT, LOWER, "Part of the time spent in stop-the-world collections"));
        all.add(of("gc.pause.max", Unit.MILLISECONDS, LOWER, "Longest pause of a collection"));
        all.add(of("heap.after-gc", Unit.MEBIBYTES, LOWER, "Heap in use after a collection, the largest seen"));
        all.add(of("memory.rss", Unit.MEBIBYTES, LOWER, "Resident memory of the target, the largest seen"));
        all.add(of("threads.count", Unit.THREADS, LOWER, "Live threads of the target, the most seen"));
        all.add(of("startup.time", Unit.SECONDS, LOWER, "From the start of the target to its first ready answer"));
        for (String event : PROFILE_EVENTS) {
            all.add(profile(event, "total", "in the frame or below it", FRAME, POOL, REQUEST));
            all.add(profile(event, "self", "in the frame itself", FRAME, POOL, REQUEST));
            all.add(profile(event, "worst-method", "of any one method, whichever grew most", POOL, REQUEST));
        }
        all.add(of(
                "profile.wall.starvation",
                Unit.RATIO,
                LOWER,
                "Runnable wall time over CPU time: well above 1, threads wait for a CPU",
                POOL,
                REQUEST));
        Map<String, Indicator> byName = new LinkedHashMap<>();
        all.forEach(indicator -> byName.put(indicator.name(), indicator));
        return Collections.unmodifiableMap(byName);
    }

    private static Indicator profile(String event, String part, String where, SelectorKind... selectors) {
        String name = "profile." + event + "." + part;
        return of(name, Unit.PERCENT, LOWER, "Share of the " + event + " profile " + where, selectors);
    }

    private static String latencyName(String statistic) {
        return switch (statistic) {
            case "mean" -> "Mean response time";
            case "max" -> "Longest response time";
            default -> statistic.substring(1) + "th percentile of the response time";
        };
    }

    private static Indicator of(String name, Unit unit, Better better, String description, SelectorKind... selectors) {
        return new Indicator(name, unit, better, description, Set.of(selectors), null);
    }
}
