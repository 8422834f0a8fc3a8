package dev.flamegate.collect.prometheus;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Names the metric that is the histogram of requests, and the label that names the request.
 *
 * @param family name of the metric; {@code null} for the first of {@link #FAMILIES} that is exposed
 * @param label name of the label; {@code null} for the first of {@link #LABELS} that a series has
 * @param exposition path of the metrics, requests of which are the gate's own; {@code null} where it is not known
 */
public record RequestHistogram(
        @Nullable String family,
        @Nullable String label,
        @Nullable String exposition) {
    /** Finds metric and label by their well-known names. */
    public static final RequestHistogram WELL_KNOWN = new RequestHistogram(null, null, null);

    /** Names of the histogram in common libraries: OpenTelemetry, Micrometer, Quarkus, Prometheus' own examples. */
    public static final List<String> FAMILIES = List.of(
            "http_server_request_duration_seconds",
            "http_server_requests_seconds",
            "http_request_duration_seconds",
            "http_requests_duration_seconds",
            "http_server_duration_seconds",
            "http_server_duration_milliseconds",
            "http_server_request_duration_milliseconds",
            "request_duration_seconds",
            "requests_duration_seconds");

    /** Labels that name a request, the most deliberate first. */
    public static final List<String> LABELS =
            List.of("endpoint", "http_route", "route", "uri", "path", "handler", "url_path", "http_target", "method");

    /** The metric among those of a scrape. */
    Optional<String> family(Scrape scrape) {
        Collection<String> wanted = family == null ? FAMILIES : List.of(family);
        return wanted.stream()
                .filter(name -> {
                    Scrape.Family found = scrape.families().get(name);
                    return found != null && !found.histograms().isEmpty();
                })
                .findFirst();
    }

    /** The request that a series is about; empty when it has none of the labels. */
    String request(SeriesLabels labels) {
        Collection<String> wanted = label == null ? LABELS : List.of(label);
        return wanted.stream()
                .flatMap(name -> labels.value(name).stream())
                .findFirst()
                .orElse("");
    }

    /** True if a request is one for the metrics themselves: {@code /metrics}, {@code GET /metrics}. */
    boolean isForMetrics(String request) {
        if (exposition == null) {
            return false;
        }
        int query = exposition.indexOf('?');
        String path = query < 0 ? exposition : exposition.substring(0, query);
        return request.equals(path) || request.endsWith(" " + path);
    }

    /** Seconds per unit of the metric. */
    static double scale(String family) {
        return family.endsWith("_milliseconds") ? 1e-3 : 1;
    }
}
