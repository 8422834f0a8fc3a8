package dev.flamegate.collect.prometheus;

import dev.flamegate.collect.CounterReading;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Window;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the targets' own metrics say up to one scrape.
 *
 * @param at the scrape's time
 * @param counters since the first scrape there is, of all targets together; what a target counted before it began anew
 *     is kept
 * @param gauges the scraped target's levels
 */
public record ScrapedReading(Instant at, Map<Counter, Double> counters, Map<Gauge, Double> gauges)
        implements CounterReading {
    public ScrapedReading {
        counters = Collections.unmodifiableMap(new EnumMap<>(counters));
        gauges = Collections.unmodifiableMap(new EnumMap<>(gauges));
    }

    @Override
    public ScrapedIncrement since(CounterReading earlier) {
        if (!(earlier instanceof ScrapedReading) || earlier.at().isAfter(at)) {
            throw new IllegalArgumentException(earlier.at() + ": no earlier reading of the same source");
        }
        Map<Counter, Double> increments = new EnumMap<>(Counter.class);
        counters.forEach((counter, value) -> {
            Double before = earlier.counters().get(counter);
            if (before != null) {
                increments.put(counter, Math.max(0, value - before));
            }
        });
        return new ScrapedIncrement(new Window(earlier.at(), at), increments, List.of());
    }
}
