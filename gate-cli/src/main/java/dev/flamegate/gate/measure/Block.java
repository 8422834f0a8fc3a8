package dev.flamegate.gate.measure;

import dev.flamegate.collect.CounterIncrement;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Window;
import java.util.List;
import java.util.Map;

/**
 * One stretch of load on one target, as read at its edges and between them.
 *
 * @param readings from edge to edge, at least two
 * @param scrapes likewise; empty where the target has no exposition
 * @param increment of the probe between the edges
 * @param counters increments of all counters
 */
record Block(
        List<Meter.Reading> readings, List<Scrape> scrapes, CounterIncrement increment, Map<Counter, Double> counters) {
    static Block of(List<Meter.Reading> readings, List<Scrape> scrapes) {
        Meter.Reading first = readings.get(0);
        Meter.Reading last = readings.get(readings.size() - 1);
        CounterIncrement increment = last.target().since(first.target());
        return new Block(List.copyOf(readings), List.copyOf(scrapes), increment, Meter.between(increment, first, last));
    }

    Window window() {
        return increment.window();
    }

    /** CPU of the target's process, in seconds; NaN when unknown. */
    double cpuSeconds() {
        return counters.getOrDefault(Counter.CPU_PROCESS, Double.NaN);
    }
}
