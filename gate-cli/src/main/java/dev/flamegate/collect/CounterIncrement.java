package dev.flamegate.collect;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The increase of a target's counters between two moments.
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
}
