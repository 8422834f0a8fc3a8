package dev.flamegate.collect.probe;

import dev.flamegate.collect.CounterIncrement;
import dev.flamegate.collect.CounterReading;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.Notice;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All counters of a target at one moment. Values that its operating system or virtual machine does not report are
 * absent.
 *
 * @param facts of the target that was read
 * @param at when, by the target's clock
 * @param counters since the target's start; seconds and bytes
 * @param gauges levels now; {@link Gauge#GC_PAUSE} is the longest pause since the previous reading, in whole
 *     milliseconds as the virtual machine times it; {@link Gauge#HEAP_AFTER_GC} is absent before the first collection
 * @param details everything the probe said, by its own names, such as {@code threads.peak}
 */
public record ProbeReading(
        ProbeFacts facts,
        Instant at,
        Map<Counter, Double> counters,
        Map<Gauge, Double> gauges,
        Map<String, Long> details)
        implements CounterReading {
    /**
     * The error of the heap's account of allocation, which is used only if it shows that the threads' own counters miss
     * more than this.
     */
    private static final double ACCOUNT_ERROR = 0.05;

    private static final double NANOS = 1e-9;
    private static final double MILLIS = 1e-3;

    public ProbeReading {
        counters = Collections.unmodifiableMap(new EnumMap<>(counters));
        gauges = Collections.unmodifiableMap(new EnumMap<>(gauges));
        details = Map.copyOf(details);
    }

    static ProbeReading of(ProbeFacts facts, Map<String, String> answer) {
        Map<String, Long> details = new HashMap<>();
        answer.forEach((name, text) -> {
            try {
                details.put(name, Long.parseLong(text));
            } catch (NumberFormatException e) {
                // A value that is not a number is ignored.
            }
        });
        Long at = details.get("at.ns");
        Instant instant = at == null ? Instant.now() : Instant.ofEpochSecond(0, at);
        return new ProbeReading(facts, instant, counters(details), gauges(details), details);
    }

    private static Map<Counter, Double> counters(Map<String, Long> details) {
        Map<Counter, Double> counters = new EnumMap<>(Counter.class);
        put(counters, Counter.CPU_PROCESS, details.get("cpu.process.ns"), NANOS);
        put(counters, Counter.CPU_APPLICATION, details.get("cpu.application.ns"), NANOS);
        put(counters, Counter.CPU_JIT, details.get("cpu.jit.ns"), NANOS);
        put(counters, Counter.CPU_GC, details.get("cpu.gc.ns"), NANOS);
        put(counters, Counter.CPU_VM, details.get("cpu.vm.ns"), NANOS);
        put(counters, Counter.CPU_PROFILER, details.get("cpu.profiler.ns"), NANOS);
        put(counters, Counter.ALLOCATED, details.get("alloc.bytes"), 1);
        put(counters, Counter.GC_TIME, details.get("gc.time.ms"), MILLIS);
        put(counters, Counter.GC_COUNT, details.get("gc.count"), 1);
        put(counters, Counter.COMPILE_TIME, details.get("compile.ms"), MILLIS);
        put(counters, Counter.CLASSES_LOADED, details.get("classes.loaded"), 1);
        put(counters, Counter.CPU_THROTTLED_TIME, details.get("throttled.ns"), NANOS);
        return counters;
    }

    private static Map<Gauge, Double> gauges(Map<String, Long> details) {
        Map<Gauge, Double> gauges = new EnumMap<>(Gauge.class);
        put(gauges, Gauge.MEMORY_RSS, details.get("rss"), 1);
        put(gauges, Gauge.HEAP_USED, details.get("heap.used"), 1);
        put(gauges, Gauge.HEAP_AFTER_GC, details.get("heap.after-gc"), 1);
        put(gauges, Gauge.THREADS, details.get("threads.live"), 1);
        put(gauges, Gauge.GC_PAUSE, details.get("gc.pause.max.ms"), MILLIS);
        return gauges;
    }

    private static <K> void put(Map<K, Double> values, K key, @Nullable Long value, double unit) {
        if (value != null) {
            values.put(key, value * unit);
        }
    }

    @Override
    public CounterIncrement since(CounterReading earlier) {
        if (!(earlier instanceof ProbeReading reading)) {
            throw new IllegalArgumentException(
                    earlier.at() + ": a probe's reading cannot be compared with another source's");
        }
        if (!reading.facts.start().equals(facts.start()) || reading.facts.pid() != facts.pid()) {
            throw new IllegalArgumentException(
                    "process " + facts.pid() + ": readings of two different targets have no difference");
        }
        return withAllocationOfEndedThreads(CounterReading.between(reading, this), reading);
    }

    /**
     * Replaces the threads' sum of allocation by the heap's, where it exists: before JDK 21 (and the later updates of
     * 17) no counter contains the allocation of a thread that has ended.
     */
    private CounterIncrement withAllocationOfEndedThreads(CounterIncrement increment, ProbeReading earlier) {
        Double counted = increment.counters().get(Counter.ALLOCATED);
        Long unseen = increase(earlier, "threads.unseen");
        Long ended = increase(earlier, "threads.ended");
        if (counted == null || unseen == null || ended == null || unseen + ended <= 0) {
            return increment;
        }
        Long account = increase(earlier, "alloc.heap.bytes");
        if (account == null) {
            return unseen == 0
                    ? increment
                    : warned(
                            increment,
                            counted,
                            new Warning(
                                    Notice.ALLOCATION_INCOMPLETE,
                                    unseen
                                            + " threads ended before their allocation could be read; the figure is too low by that"));
        } else if (account > counted * (1 + ACCOUNT_ERROR)) {
            return warned(
                    increment,
                    account,
                    new Warning(
                            Notice.ALLOCATION_ESTIMATED,
                            (unseen + ended)
                                    + " threads ended and took their allocation counters with them; the figure is the"
                                    + " heap's own account instead, which is up to a tenth off (JDK 21 and later updates of 17"
                                    + " count exactly)"));
        }
        return increment;
    }

    private static CounterIncrement warned(CounterIncrement increment, double allocated, Warning warning) {
        Map<Counter, Double> counters = new EnumMap<>(increment.counters());
        counters.put(Counter.ALLOCATED, allocated);
        return new CounterIncrement(increment.window(), counters, List.of(warning));
    }

    private @Nullable Long increase(ProbeReading earlier, String name) {
        Long before = earlier.details.get(name);
        Long after = details.get(name);
        return before == null || after == null ? null : Long.valueOf(Math.max(0, after - before));
    }
}
