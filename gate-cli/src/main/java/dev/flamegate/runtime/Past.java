package dev.flamegate.runtime;

import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.collect.prometheus.ScrapeIncrement;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Window;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What servers have stored about a service and a window in the past.
 *
 * @param counters increments over the window, as far as the service's metrics show
 * @param gauges largest levels in it, likewise
 */
public record Past(
        Window window,
        Map<Counter, Double> counters,
        Map<Gauge, Double> gauges,
        ScrapeIncrement scraped,
        ProfileCut profiles) {
    public Past {
        counters = Collections.unmodifiableMap(new EnumMap<>(counters));
        gauges = Collections.unmodifiableMap(new EnumMap<>(gauges));
    }
}
