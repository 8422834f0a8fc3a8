package dev.flamegate.collect.prometheus;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Everything a target exposed at one moment. */
public final class Scrape {
    private final Instant at;
    private final Map<String, Family> families;

    Scrape(Instant at, List<Family> families) {
        this.at = at;
        this.families = families.stream().collect(Collectors.toMap(Family::name, family -> family, (a, b) -> a));
    }

    /** The moment of the request, by the gate's clock. */
    public Instant at() {
        return at;
    }

    public Map<String, Family> families() {
        return families;
    }

    /** The meaning of a series: an increment or a level. */
    public enum Type {
        COUNTER,
        GAUGE,
        HISTOGRAM,
        /** A summary. Its quantiles are of the target's whole life, so only count and sum are useful here. */
        SUMMARY,
        UNKNOWN
    }

    /**
     * One metric with all its time series.
     *
     * @param name as exposed, such as {@code http_requests_total}
     * @param values plain series: counters, gauges, untyped
     * @param histograms series of a histogram
     */
    public record Family(
            String name, Type type, Map<SeriesLabels, Double> values, Map<SeriesLabels, Histogram> histograms) {
        public Family {
            values = Map.copyOf(values);
            histograms = Map.copyOf(histograms);
        }
    }
}
