package dev.flamegate.servers.prometheus;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The types of metrics: from the server's metadata, else inferred from their names and parts. */
final class MetricTypes {
    private MetricTypes() {}

    /**
     * Types of all metrics of some series.
     *
     * @param known by name of the metric, from metadata
     */
    static Map<String, String> of(Collection<RawSeries> series, Map<String, String> known) {
        Set<String> names = new HashSet<>();
        Map<String, String> types = new TreeMap<>(known);
        for (RawSeries one : series) {
            names.add(one.name());
            if (one.name().endsWith("_bucket") && one.labels().containsKey("le")) {
                types.putIfAbsent(without(one.name(), "_bucket"), "histogram");
            } else if (one.labels().containsKey("quantile")) {
                types.putIfAbsent(one.name(), "summary");
            }
        }
        for (String name : names) {
            String base = without(name, "_sum");
            if (!base.equals(name) && names.contains(base + "_count")) {
                types.putIfAbsent(base, "summary");
            }
        }
        return types;
    }

    /** True if a sample of a series stays true until the next one: a count does, a level does not. */
    static boolean isCounted(RawSeries series, Map<String, String> types) {
        String type = types.getOrDefault(series.name(), "");
        if (type.equals("counter") || type.equals("histogram")) {
            return true;
        }
        for (String suffix : List.of("_total", "_bucket", "_count", "_sum")) {
            String base = without(series.name(), suffix);
            String whole = types.getOrDefault(base, "");
            if (!base.equals(series.name())
                    && (suffix.equals("_total")
                            ? whole.equals("counter") || type.isEmpty() || type.equals("unknown")
                            : whole.equals("histogram") || whole.equals("summary"))) {
                return true;
            }
        }
        return false;
    }

    private static String without(String name, String suffix) {
        return name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : name;
    }
}
