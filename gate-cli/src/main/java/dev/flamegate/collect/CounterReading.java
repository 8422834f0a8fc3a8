package dev.flamegate.collect;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Window;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The counters of a target at one moment, and its levels then. A value without a report is absent, never 0. */
public interface CounterReading {
    /** The moment of the reading, by the clock of the source: the target's, or the Prometheus server's. */
    Instant at();

    /** Seconds and bytes since a start that all readings of one source share. */
    Map<Counter, Double> counters();

    /** Levels; {@link Gauge#GC_PAUSE} is the longest pause since the previous reading. */
    Map<Gauge, Double> gauges();

    default OptionalDouble counter(Counter counter) {
        Double value = counters().get(counter);
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    /**
     * The increments since an earlier reading of the same source.
     *
     * @throws IllegalArgumentException when the other reading is of another target, or later
     */
    CounterIncrement since(CounterReading earlier);

    /**
     * The differences between two readings of the same source, without warnings. A counter that only one of them has
     * is left out.
     *
     * @throws CollectionFailed when the source's clock went back between them
     */
    static CounterIncrement between(CounterReading earlier, CounterReading later) {
        if (later.at().isBefore(earlier.at())) {
            throw new CollectionFailed("The target's clock went back from " + earlier.at() + " to " + later.at()
                    + " while it was measured. Was it set? Measure again.");
        }
        Map<Counter, Double> increments = new EnumMap<>(Counter.class);
        later.counters().forEach((counter, value) -> {
            Double before = earlier.counters().get(counter);
            if (before != null) {
                increments.put(counter, Math.max(0, value - before));
            }
        });
        return new CounterIncrement(new Window(earlier.at(), later.at()), increments, List.of());
    }
}
