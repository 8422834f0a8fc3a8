package dev.flamegate.collect.prometheus.server;

import dev.flamegate.model.Warning;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A query's values through a window.
 *
 * @param series by labels; none where the query finds nothing
 * @param withoutNumber values that were NaN or infinite, or histograms, and are left out
 * @param warnings of the server
 */
public record RangeAnswer(List<Series> series, int withoutNumber, List<Warning> warnings) {
    public RangeAnswer {
        series = List.copyOf(series);
        warnings = List.copyOf(warnings);
    }

    /**
     * One series.
     *
     * @param labels with the name under {@code __name__}, where it has one
     * @param values by time; finite
     */
    public record Series(Map<String, String> labels, Map<Instant, Double> values) {
        public Series {
            labels = Collections.unmodifiableMap(new TreeMap<>(labels));
            values = Collections.unmodifiableMap(new TreeMap<>(values));
        }
    }
}
