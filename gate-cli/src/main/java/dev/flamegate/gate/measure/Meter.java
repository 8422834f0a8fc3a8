package dev.flamegate.gate.measure;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterIncrement;
import dev.flamegate.collect.CounterReading;
import dev.flamegate.collect.CounterSource;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Trial;
import dev.flamegate.targets.Beside;
import dev.flamegate.targets.Host;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** Reads every counter at one moment: the target's probe, the host, the generator. */
final class Meter {
    private static final int EDGE_SECONDS = 90;
    private static final Duration EDGE_POLL = Duration.ofMillis(100);
    /** The largest difference between readings of clocks, which have different resolutions. */
    private static final Duration CLOCK_STEP = Duration.ofMillis(5);

    /** The least length of the stretch that says what is in use. */
    private static final double IN_USE_SECONDS = 2;

    private final CounterSource counters;
    private final Supplier<OptionalDouble> generatorCpu;
    private final List<Beside> beside;
    private final Time time;
    private final List<Reading> readings = new ArrayList<>();

    Meter(CounterSource counters, Supplier<OptionalDouble> generatorCpu, List<Beside> beside, Time time) {
        this.counters = counters;
        this.generatorCpu = generatorCpu;
        this.beside = List.copyOf(beside);
        this.time = time;
    }

    /**
     * One reading.
     *
     * @param steal CPU seconds given to others by the hypervisor since boot
     * @param generator CPU seconds of the generator since its start
     * @param beside what each program next to the target has used since its start
     */
    record Reading(CounterReading target, OptionalDouble steal, OptionalDouble generator, List<Trial.Beside> beside) {
        double counter(Counter counter) {
            return target.counter(counter).orElse(Double.NaN);
        }

        private double around() {
            return generator.orElse(Double.NaN)
                    + beside.stream().mapToDouble(Trial.Beside::cpuSeconds).sum();
        }

        private double secondsUntil(Reading later) {
            return Duration.between(target.at(), later.target().at()).toNanos() / 1e9;
        }
    }

    Reading read() throws InterruptedException {
        Reading reading = new Reading(counters.read(), Host.steal(), generatorCpu.get(), beside());
        readings.add(reading);
        return reading;
    }

    /**
     * The first reading that is not before now, at the edge of a window: where a server takes the samples, the newest
     * may be slightly older.
     *
     * @throws CollectionFailed when no such sample comes within {@value #EDGE_SECONDS} s
     */
    Reading edge() throws InterruptedException {
        Instant now = time.now();
        long deadline = time.nanos() + Duration.ofSeconds(EDGE_SECONDS).toNanos();
        CounterReading newest = counters.read();
        while (newest.at().isBefore(now.minus(CLOCK_STEP))) {
            if (time.nanos() > deadline) {
                throw new CollectionFailed(
                        "no sample of the target has come for " + EDGE_SECONDS + " s; the newest is of " + newest.at()
                                + ". Is it still scraped, and do the clocks here and there agree?");
            }
            time.sleep(EDGE_POLL);
            newest = counters.read();
        }
        Reading reading = new Reading(newest, Host.steal(), generatorCpu.get(), beside());
        readings.add(reading);
        return reading;
    }

    private List<Trial.Beside> beside() {
        return beside.stream()
                .map(one -> new Trial.Beside(one.name(), one.cpuSeconds(), one.cpus()))
                .toList();
    }

    /** All readings so far, in order. */
    List<Reading> readings() {
        return List.copyOf(readings);
    }

    /** CPUs in use on average in the last seconds; something must have been read in them. */
    InUse inUse() {
        Reading last = readings.get(readings.size() - 1);
        Reading from = readings.stream()
                .filter(one -> one.secondsUntil(last) >= IN_USE_SECONDS)
                .reduce((one, later) -> later)
                .orElse(readings.get(0));
        double seconds = from.secondsUntil(last);
        return new InUse(
                (last.counter(Counter.CPU_PROCESS) - from.counter(Counter.CPU_PROCESS)) / seconds,
                (last.around() - from.around()) / seconds);
    }

    /**
     * CPUs in use.
     *
     * @param target by the target's process; NaN when unknown
     * @param around by the load generator and the programs beside the target; NaN when unknown
     */
    record InUse(double target, double around) {}

    /** Increments of all counters between two readings. */
    static Map<Counter, Double> between(CounterIncrement increment, Reading first, Reading last) {
        Map<Counter, Double> counters = new EnumMap<>(Counter.class);
        counters.putAll(increment.counters());
        put(counters, Counter.HOST_STEAL, first.steal(), last.steal());
        put(counters, Counter.GENERATOR_CPU, first.generator(), last.generator());
        return counters;
    }

    /** The largest levels in all readings after the first; levels belong to the window's own readings. */
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
