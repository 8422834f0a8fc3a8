package dev.flamegate.model.rule;

import static dev.flamegate.model.rule.Better.HIGHER;
import static dev.flamegate.model.rule.Better.LOWER;
import static dev.flamegate.model.rule.IndicatorSource.Increase.Per.CPU_SECOND;
import static dev.flamegate.model.rule.IndicatorSource.Increase.Per.SECOND;
import static dev.flamegate.model.rule.SelectorKind.FRAME;
import static dev.flamegate.model.rule.SelectorKind.POOL;
import static dev.flamegate.model.rule.SelectorKind.REQUEST;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Unit;
import dev.flamegate.model.WorkCount;
import dev.flamegate.model.rule.IndicatorSource.Counted;
import dev.flamegate.model.rule.IndicatorSource.Increase;
import dev.flamegate.model.rule.IndicatorSource.Increase.Per;
import dev.flamegate.model.rule.IndicatorSource.Latency;
import dev.flamegate.model.rule.IndicatorSource.Latency.Side;
import dev.flamegate.model.rule.IndicatorSource.Level;
import dev.flamegate.model.rule.IndicatorSource.ProfileShare;
import dev.flamegate.model.rule.IndicatorSource.ProfileShare.Part;
import dev.flamegate.model.rule.IndicatorSource.Requests;
import dev.flamegate.model.rule.IndicatorSource.Startup;
import dev.flamegate.model.rule.IndicatorSource.Starvation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The indicators every service has, by name. */
public final class Indicators {
    private static final List<Indicator> BUILT_IN = Stream.of(
                    process(), latencies(), requests(), runtime(), profiles(), work())
            .flatMap(part -> part)
            .toList();

    private Indicators() {}

    /** All built-in indicators, in the order of the reference. */
    public static List<Indicator> all() {
        return BUILT_IN;
    }

    public static Optional<Indicator> find(String name) {
        return BUILT_IN.stream()
                .filter(indicator -> indicator.name().equals(name))
                .findFirst();
    }

    private static Stream<Indicator> process() {
        return Stream.of(
                of(
                        "cpu.utilization",
                        Unit.PERCENT,
                        "CPU used, as a share of the CPUs the target may use",
                        new Increase(Counter.CPU_PROCESS, CPU_SECOND)),
                of(
                        "cpu.per-request",
                        Unit.MILLISECONDS,
                        "CPU time of the target per request",
                        new Increase(Counter.CPU_PROCESS, Per.REQUEST)),
                of(
                        "cpu.without-jit.per-request",
                        Unit.MILLISECONDS,
                        "CPU time of the target per request, without the JIT compiler's, whose timing is random",
                        new Increase(Counter.CPU_PROCESS, Counter.CPU_JIT, Per.REQUEST)),
                of(
                        "cpu.application.per-request",
                        Unit.MILLISECONDS,
                        "CPU time per request of the application's own threads, without JIT, GC and profiler",
                        new Increase(Counter.CPU_APPLICATION, Per.REQUEST)),
                of(
                        "cpu.throttled",
                        Unit.PERCENT,
                        "Share of the time in which the CPU limit held the target back",
                        new Increase(Counter.CPU_THROTTLED_TIME, SECOND)),
                of(
                        "alloc.per-request",
                        Unit.KIBIBYTES,
                        "Heap allocated per request",
                        new Increase(Counter.ALLOCATED, Per.REQUEST)));
    }

    private static Stream<Indicator> latencies() {
        return Stream.concat(
                latencies("latency.", Side.CLIENT, " seen by the load generator"),
                latencies("server.latency.", Side.SERVER, " seen by the service itself"));
    }

    private static Stream<Indicator> latencies(String prefix, Side side, String seenBy) {
        return Stream.of(LatencyStatistic.values())
                .map(statistic -> of(
                        prefix + statistic.key(),
                        Unit.MILLISECONDS,
                        statistic.description() + seenBy,
                        new Latency(side, statistic),
                        REQUEST));
    }

    private static Stream<Indicator> requests() {
        return Stream.of(
                new Indicator(
                        "throughput",
                        Unit.REQUESTS_PER_SECOND,
                        HIGHER,
                        "Successful requests per second",
                        Set.of(REQUEST),
                        Requests.THROUGHPUT),
                of(
                        "errors.ratio",
                        Unit.PERCENT,
                        "Failed requests as a share of all requests",
                        Requests.ERROR_RATIO,
                        REQUEST));
    }

    private static Stream<Indicator> runtime() {
        return Stream.of(
                of(
                        "gc.time",
                        Unit.PERCENT,
                        "Share of the time spent in stop-the-world collections",
                        new Increase(Counter.GC_TIME, SECOND)),
                of("gc.pause.max", Unit.MILLISECONDS, "Longest garbage collection pause", new Level(Gauge.GC_PAUSE)),
                of(
                        "heap.after-gc",
                        Unit.MEBIBYTES,
                        "Largest heap in use after a collection",
                        new Level(Gauge.HEAP_AFTER_GC)),
                of(
                        "heap.slope",
                        Unit.KIBIBYTES,
                        "Growth of what is alive in the heap after a collection, per 1,000 requests",
                        new Increase(Counter.LIVE_HEAP, Per.THOUSAND_REQUESTS)),
                of(
                        "heap.slope.hourly",
                        Unit.MEBIBYTES,
                        "Growth of what is alive in the heap after a collection, per hour of load",
                        new Increase(Counter.LIVE_HEAP, Per.HOUR)),
                of(
                        "heap.objects.slope",
                        Unit.count("objects"),
                        "Growth of the number of live objects of the service's own classes, per 1,000 requests",
                        new Increase(Counter.LIVE_OBJECTS, Per.THOUSAND_REQUESTS)),
                of(
                        "memory.slope",
                        Unit.KIBIBYTES,
                        "Growth of resident memory, per 1,000 requests",
                        new Increase(Counter.RESIDENT, Per.THOUSAND_REQUESTS)),
                of(
                        "memory.slope.hourly",
                        Unit.MEBIBYTES,
                        "Growth of resident memory, per hour of load",
                        new Increase(Counter.RESIDENT, Per.HOUR)),
                of("memory.rss", Unit.MEBIBYTES, "Largest resident memory of the target", new Level(Gauge.MEMORY_RSS)),
                of(
                        "threads.count",
                        Unit.THREADS,
                        "Largest number of live threads in the target",
                        new Level(Gauge.THREADS)),
                of(
                        "startup.time",
                        Unit.SECONDS,
                        "Time from the target's start until it first reports ready",
                        new Startup()));
    }

    private static Stream<Indicator> profiles() {
        Stream<Indicator> shares = Stream.of(ProfileEvent.values())
                .flatMap(event -> Stream.of(Part.values()).map(part -> share(event, part)));
        return Stream.concat(
                shares,
                Stream.of(of(
                        "profile.wall.starvation",
                        Unit.RATIO,
                        "Runnable wall time over CPU time; well above 1, threads are waiting for a CPU",
                        new Starvation(),
                        POOL,
                        REQUEST)));
    }

    private static Stream<Indicator> work() {
        return Stream.of(WorkCount.values())
                .map(count ->
                        of("work." + count.word(), count.unit(), count.description(), new Counted(count), REQUEST));
    }

    private static Indicator share(ProfileEvent event, Part part) {
        return of(
                "profile." + event.key() + "." + part.key(),
                Unit.PERCENT,
                "Share of the " + event.key() + " profile " + part.description(),
                new ProfileShare(event, part),
                part == Part.WORST_METHOD
                        ? new SelectorKind[] {POOL, REQUEST}
                        : new SelectorKind[] {FRAME, POOL, REQUEST});
    }

    private static Indicator of(
            String name, Unit unit, String description, IndicatorSource source, SelectorKind... selectors) {
        return new Indicator(name, unit, LOWER, description, Set.of(selectors), source);
    }
}
