package dev.flamegate.servers.prometheus;

import dev.flamegate.collect.CounterIncrement;
import dev.flamegate.collect.CounterReading;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The counters and levels that targets' own metrics show at one scrape.
 *
 * @param at the scrape's time
 * @param counters since the first known scrape, of all targets together; what a target counted before a restart is
 *     kept
 * @param gauges the scraped target's levels
 */
public record ScrapedReading(Instant at, Map<Counter, Double> counters, Map<Gauge, Double> gauges)
        implements CounterReading {
    public ScrapedReading {
        counters = Collections.unmodifiableMap(new EnumMap<>(counters));
        gauges = Collections.unmodifiableMap(new EnumMap<>(gauges));
    }

    @Override
    public CounterIncrement since(CounterReading earlier) {
        if (!(earlier instanceof ScrapedReading) || earlier.at().isAfter(at)) {
            throw new IllegalArgumentException(earlier.at() + ": not an earlier reading of the same source");
        }
        return CounterReading.between(earlier, this);
    }
}
