package dev.flamegate.gate.measure;

import dev.flamegate.collect.CounterIncrement;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.load.LoadProgress;
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
 * @param users that began and ended meanwhile
 */
record Block(
        List<Meter.Reading> readings,
        List<Scrape> scrapes,
        CounterIncrement increment,
        Map<Counter, Double> counters,
        Users users) {
    /**
     * Users of the load between two moments.
     *
     * @param begun those that began
     * @param ended those that ended, whenever they began
     */
    record Users(long begun, long ended) {
        static final Users UNKNOWN = new Users(0, 0);

        static Users between(LoadProgress from, LoadProgress until) {
            long ended = until.ended() - from.ended();
            return new Users(ended + until.active() - from.active(), ended);
        }
    }

    static Block of(List<Meter.Reading> readings, List<Scrape> scrapes, Users users) {
        Meter.Reading first = readings.get(0);
        Meter.Reading last = readings.get(readings.size() - 1);
        CounterIncrement increment = last.target().since(first.target());
        return new Block(
                List.copyOf(readings), List.copyOf(scrapes), increment, Meter.between(increment, first, last), users);
    }

    Window window() {
        return increment.window();
    }

    /** CPU of the target's process, in seconds; NaN when unknown. */
    double cpuSeconds() {
        return counters.getOrDefault(Counter.CPU_PROCESS, Double.NaN);
    }
}
