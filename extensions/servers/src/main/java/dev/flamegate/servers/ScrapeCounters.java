package dev.flamegate.servers;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.CounterReading;
import dev.flamegate.collect.CounterSource;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.model.Counter;
import dev.flamegate.runtime.MetricsSource;
import dev.flamegate.servers.prometheus.ScrapedCounters;
import dev.flamegate.servers.prometheus.ScrapedReading;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The counters of an attached target by its own exposition, which the gate reads on request. */
final class ScrapeCounters implements CounterSource {
    private final MetricsSource exposition;
    private final Map<Counter, Double> sums = new EnumMap<>(Counter.class);
    private @Nullable Scrape last;

    ScrapeCounters(MetricsSource exposition) {
        this.exposition = exposition;
    }

    @Override
    public synchronized CounterReading read() throws InterruptedException {
        Scrape now = exposition
                .now()
                .orElseThrow(
                        () -> new CollectionFailed("The service has neither metrics of its own (target.metrics) nor a"
                                + " Prometheus (prometheus.url): its CPU cannot be measured"));
        Scrape before = last;
        ScrapedCounters counters = ScrapedCounters.of(List.of(before == null ? List.of(now) : List.of(before, now)));
        counters.increment().counters().forEach((counter, value) -> sums.merge(counter, value, Double::sum));
        last = now;
        List<ScrapedReading> readings = counters.readings();
        return new ScrapedReading(
                now.at(), sums, readings.get(readings.size() - 1).gauges());
    }
}
