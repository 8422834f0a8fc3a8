package dev.flamegate.containers;

import dev.flamegate.collect.AskedAgent;
import dev.flamegate.collect.CounterIncrement;
import dev.flamegate.collect.CounterReading;
import dev.flamegate.collect.CounterSource;
import dev.flamegate.collect.EventRecorder;
import dev.flamegate.collect.LiveHeap;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.Notice;
import dev.flamegate.targets.ContainerCounters;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The probe's counters of a target in a container, checked against the engine's: throttling is the engine's, since it
 * may throttle the container as a whole, and a disagreement about CPU is reported.
 */
final class EngineCheckedCounters implements CounterSource {
    /**
     * Largest relative difference that counts as agreement: kernel and virtual machine round differently, and the two
     * readings are some milliseconds apart.
     */
    private static final double AGREEMENT = 0.05;

    private static final double LEAST_SECONDS = 0.5;

    private final CounterSource probe;
    private final ContainerCounters engine;

    EngineCheckedCounters(CounterSource probe, ContainerCounters engine) {
        this.probe = probe;
        this.engine = engine;
    }

    @Override
    public CounterReading read() throws InterruptedException {
        return new Reading(probe.read(), engine.read());
    }

    @Override
    public Optional<AskedAgent> agent() {
        return probe.agent();
    }

    @Override
    public Optional<LiveHeap> liveHeap() {
        return probe.liveHeap();
    }

    @Override
    public Optional<EventRecorder> events() {
        return probe.events();
    }

    private record Reading(CounterReading probe, ContainerCounters.Reading engine) implements CounterReading {
        @Override
        public Instant at() {
            return probe.at();
        }

        @Override
        public Map<Counter, Double> counters() {
            Map<Counter, Double> counters = new EnumMap<>(Counter.class);
            counters.putAll(probe.counters());
            counters.put(Counter.CPU_THROTTLED_TIME, engine.throttledSeconds());
            return counters;
        }

        @Override
        public Map<Gauge, Double> gauges() {
            return probe.gauges();
        }

        @Override
        public CounterIncrement since(CounterReading earlier) {
            if (!(earlier instanceof Reading before)) {
                throw new IllegalArgumentException(earlier.at() + ": no earlier reading of the same source");
            }
            CounterIncrement own = probe.since(before.probe);
            Map<Counter, Double> counters = new EnumMap<>(Counter.class);
            counters.putAll(own.counters());
            counters.put(
                    Counter.CPU_THROTTLED_TIME,
                    Math.max(0, engine.throttledSeconds() - before.engine.throttledSeconds()));
            List<Warning> warnings = new ArrayList<>(own.warnings());
            double process = counters.getOrDefault(Counter.CPU_PROCESS, Double.NaN);
            double container = engine.cpuSeconds() - before.engine.cpuSeconds();
            if (container > LEAST_SECONDS && Math.abs(process / container - 1) > AGREEMENT) {
                warnings.add(new Warning(
                        Notice.CONTAINER_CPU,
                        "the service's process used " + Numbers.duration(process) + " of CPU, its container "
                                + Numbers.duration(container) + ": something else runs in it,"
                                + " which cpu.* does not count"));
            }
            return new CounterIncrement(own.window(), counters, warnings);
        }
    }
}
