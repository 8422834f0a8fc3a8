package dev.flamegate.collect.prometheus;

import java.util.Map;

/**
 * One metric of a scrape with all its time series.
 *
 * @param name as exposed, such as {@code http_requests_total}
 * @param values plain series: counters, gauges, untyped
 * @param histograms series of a histogram
 */
record Family(String name, Type type, Map<Labels, Double> values, Map<Labels, Histogram> histograms) {
    Family {
        values = Map.copyOf(values);
        histograms = Map.copyOf(histograms);
    }

    /** What the increment or the level of a series means. */
    enum Type {
        COUNTER,
        GAUGE,
        HISTOGRAM,
        /** Quantiles that the target has already drawn from all its life: only count and sum are of use here. */
        SUMMARY,
        UNKNOWN
    }
}
