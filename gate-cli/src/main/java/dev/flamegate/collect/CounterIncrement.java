package dev.flamegate.collect;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a target counted between two moments.
 *
 * @param window from the earlier moment to the later one
 * @param counters increments, not negative; only counters that both moments have
 * @param warnings doubts about single counters
 */
public record CounterIncrement(Window window, Map<Counter, Double> counters, List<Warning> warnings) {
    public CounterIncrement {
        counters = Collections.unmodifiableMap(new EnumMap<>(counters));
        warnings = List.copyOf(warnings);
    }

    /**
     * The differences between two readings of the same source, without warnings. A counter that only one of them has
     * is left out.
     */
    public static CounterIncrement between(CounterReading earlier, CounterReading later) {
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
