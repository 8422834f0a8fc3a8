package dev.flamegate.collect.prometheus;

import dev.flamegate.collect.CounterIncrement;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What targets counted between scrapes.
 *
 * @param window from the first scrapes to the last ones; of several targets, which are scraped at different times,
 *     from the mean of their firsts to the mean of their lasts, so that rates are right
 * @param counters increments, not negative
 * @param warnings doubts about single counters
 */
public record ScrapedIncrement(Window window, Map<Counter, Double> counters, List<Warning> warnings)
        implements CounterIncrement {
    public ScrapedIncrement {
        counters = Collections.unmodifiableMap(new EnumMap<>(counters));
        warnings = List.copyOf(warnings);
    }
}
