package dev.flamegate.servers.prometheus;

import dev.flamegate.collect.prometheus.Sample;
import dev.flamegate.model.Warning;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The stored samples of all series of a selector, put together from several answers. */
final class RawSamples {
    private final Map<Map<String, String>, RawSeries> series = new HashMap<>();
    private final Set<Warning> warnings = new LinkedHashSet<>();

    Collection<RawSeries> series() {
        return series.values();
    }

    List<Warning> warnings() {
        return List.copyOf(warnings);
    }

    void addAll(RawSamples more) {
        more.series.forEach((labels, found) -> series(labels).addAll(found));
        warnings.addAll(more.warnings);
    }

    /**
     * Adds the samples of an answer.
     *
     * @param matrix as a query for raw samples returns it
     * @param from earlier samples are left out: servers differ in whether a range includes its older edge
     * @throws IllegalArgumentException when it is not a matrix
     */
    void add(JsonNode matrix, Instant from, List<Warning> doubts) {
        warnings.addAll(doubts);
        if (!matrix.isArray()) {
            throw new IllegalArgumentException("a result that is not a list of series");
        }
        for (JsonNode one : matrix) {
            RawSeries series = series(ResultJson.labels(one));
            for (JsonNode sample : one.path("values")) {
                Instant at = ResultJson.instant(ResultJson.pair(sample).get(0));
                if (!at.isBefore(from)) {
                    series.add(at, new Sample.Number(ResultJson.number(sample.get(1))));
                }
            }
            for (JsonNode sample : one.path("histograms")) {
                Instant at = ResultJson.instant(ResultJson.pair(sample).get(0));
                if (!at.isBefore(from)) {
                    series.add(at, ResultJson.distribution(sample.get(1)));
                }
            }
        }
    }

    private RawSeries series(Map<String, String> labels) {
        return series.computeIfAbsent(labels, RawSeries::new);
    }
}
