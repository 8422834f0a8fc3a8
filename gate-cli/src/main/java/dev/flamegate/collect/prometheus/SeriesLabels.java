package dev.flamegate.collect.prometheus;

import dev.flamegate.model.MetricSeries;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The labels of one time series, by name.
 *
 * @param values by label name, sorted
 */
public record SeriesLabels(Map<String, String> values) {
    public SeriesLabels {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    public Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    SeriesLabels without(String name) {
        Map<String, String> rest = new TreeMap<>(values);
        rest.remove(name);
        return new SeriesLabels(rest);
    }

    MetricSeries of(String metric) {
        return new MetricSeries(metric, values);
    }

    /** The labels as an exposition writes them: {@code {a="b",c="d"}}; empty without labels. */
    public String text() {
        return of("").toString();
    }
}
