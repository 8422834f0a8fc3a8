package dev.flamegate.gate;

import dev.flamegate.collect.probe.Probe;
import dev.flamegate.collect.probe.ProbeIncrement;
import dev.flamegate.collect.probe.ProbeReading;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.target.Host;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** Reads everything that counts at one moment: the target's probe, the host, the generator. */
final class Meter {
    private final Probe probe;
    private final Supplier<OptionalDouble> generatorCpu;
    private final List<Reading> readings = new ArrayList<>();

    Meter(Probe probe, Supplier<OptionalDouble> generatorCpu) {
        this.probe = probe;
        this.generatorCpu = generatorCpu;
    }

    /**
     * One reading.
     *
     * @param steal CPU seconds given to others by the hypervisor since boot
     * @param generator CPU seconds of the generator since its start
     */
    record Reading(ProbeReading target, OptionalDouble steal, OptionalDouble generator) {
        double counter(Counter counter) {
            return target.counter(counter).orElse(Double.NaN);
        }
    }

    Reading read() {
        Reading reading = new Reading(probe.read(), Host.steal(), generatorCpu.get());
        readings.add(reading);
        return reading;
    }

    /** All readings so far, in order. */
    List<Reading> readings() {
        return List.copyOf(readings);
    }

    /** Increments of all counters between two readings. */
    static Map<Counter, Double> between(ProbeIncrement increment, Reading first, Reading last) {
        Map<Counter, Double> counters = new EnumMap<>(Counter.class);
        counters.putAll(increment.counters());
        put(counters, Counter.HOST_STEAL, first.steal(), last.steal());
        put(counters, Counter.GENERATOR_CPU, first.generator(), last.generator());
        return counters;
    }

    /** The largest levels in all readings after the first; levels are what a window's own readings saw. */
    static Map<Gauge, Double> largest(List<Reading> window) {
        Map<Gauge, Double> largest = new EnumMap<>(Gauge.class);
        for (Reading reading : window.subList(Math.min(1, window.size()), window.size())) {
            reading.target().gauges().forEach((gauge, value) -> largest.merge(gauge, value, Math::max));
        }
        return largest;
    }

    private static void put(Map<Counter, Double> counters, Counter counter, OptionalDouble first, OptionalDouble last) {
        if (first.isPresent() && last.isPresent()) {
            counters.put(counter, Math.max(0, last.getAsDouble() - first.getAsDouble()));
        }
    }
}
