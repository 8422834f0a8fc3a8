package dev.flamegate.model;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Identifies a time series among a service's own metrics.
 *
 * @param name of the metric, such as {@code orders_total}; for histograms including {@code _count} or {@code _sum}
 * @param labels by name, sorted
 */
public record MetricSeries(String name, Map<String, String> labels) {
    public MetricSeries {
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }

    /**
     * True if the series belongs to this metric and has these label values.
     *
     * @param wanted values by label; an empty value also fits a series without the label, as in PromQL
     */
    public boolean matches(String metric, Map<String, String> wanted) {
        return name.equals(metric)
                && wanted.entrySet().stream()
                        .allMatch(
                                label -> labels.getOrDefault(label.getKey(), "").equals(label.getValue()));
    }

    /** The series in the exposition format: {@code name{a="b",c="d"}}, or just the name if it has no labels. */
    @Override
    public String toString() {
        if (labels.isEmpty()) {
            return name;
        }
        StringBuilder text = new StringBuilder(name);
        labels.forEach((label, value) -> text.append(text.length() == name.length() ? "{" : ",")
                .append(label)
                .append("=\"")
                .append(value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
                .append('"'));
        return text.append('}').toString();
    }
}
