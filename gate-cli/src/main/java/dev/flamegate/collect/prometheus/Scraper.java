package dev.flamegate.collect.prometheus;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.Answer;
import dev.flamegate.collect.http.ApiClient;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.Form;
import dev.flamegate.collect.http.ServerAddress;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

/** Fetches a target's exposition; asks for protocol buffers first because only they carry native histograms. */
public final class Scraper {
    private static final String ACCEPT = "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
            + "encoding=delimited;q=0.9,application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.4";
    private static final String CHECK =
            "Is the target running, and is target.metrics in the plan the right path? `metrics: false` if it has none.";

    private final ApiClient api;
    private final String path;

    /**
     * A scraper of one endpoint.
     *
     * @param address such as {@code http://127.0.0.1:8080/metrics}
     * @param limit time for a whole scrape; there is no second try, as it would be of another moment
     */
    public Scraper(URI address, Duration limit) {
        String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
        path = address.getRawPath() + query;
        api = new ApiClient(
                ServerAddress.of(address.resolve("/")),
                "The target's exposition",
                CHECK,
                ApiLimits.within(limit).once());
    }

    /**
     * Scrapes now.
     *
     * @throws CollectionFailed when the target does not answer in time, or answers with something other than an
     *     exposition
     */
    public Scrape scrape() throws InterruptedException {
        Answer answer = api.get(path, Form.EMPTY, ACCEPT);
        byte[] body = answer.bytes();
        String type = answer.header("Content-Type").orElse("");
        try {
            return read(type, body, answer.sent());
        } catch (IllegalArgumentException e) {
            throw answer.failure("(" + type + ") cannot be read, " + e.getMessage());
        }
    }

    /**
     * True if the target has anything at this path.
     *
     * @throws CollectionFailed when it does not answer in time
     */
    public boolean isThere() throws InterruptedException {
        return api.get(path, Form.EMPTY, ACCEPT).status() != HttpURLConnection.HTTP_NOT_FOUND;
    }

    private static Scrape read(String type, byte[] body, Instant at) {
        return type.startsWith("application/vnd.google.protobuf")
                ? ProtobufExposition.read(body, at)
                : TextExposition.read(new String(body, StandardCharsets.UTF_8), at);
    }
}
