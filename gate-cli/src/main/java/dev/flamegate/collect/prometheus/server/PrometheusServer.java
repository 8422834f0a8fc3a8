package dev.flamegate.collect.prometheus.server;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.Answer;
import dev.flamegate.collect.http.ApiClient;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.Form;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.model.Window;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * A Prometheus, Mimir, Thanos or VictoriaMetrics. All times are the server's: {@link #clock} says how they relate to
 * this machine's. Every method fails with a {@link CollectionFailed} when the server does not answer within its time, or
 * with something that is not of Prometheus' API. Safe for several threads.
 */
public final class PrometheusServer {
    private static final String CHECK = "Is the address of Prometheus in the plan right (prometheus.url)?";

    private final ApiClient api;

    /**
     * A server.
     *
     * @param address with the base path that {@code /api/v1} is under
     * @param limits of each single request
     */
    public PrometheusServer(ServerAddress address, ApiLimits limits) {
        api = new ApiClient(address, "Prometheus", CHECK, limits);
    }

    /** Its address, without credentials. */
    public String address() {
        return api.server().toString();
    }

    /** Asks for one number at a moment. What the query itself is to blame for is an outcome and no exception. */
    public QueryOutcome instant(String promql, Instant at) throws InterruptedException {
        ApiReply reply = query(promql, at);
        return read(reply, promql, () -> NumberReader.outcome(reply, promql));
    }

    /**
     * Evaluates a query step by step through a window, both ends included.
     *
     * @param step at least a millisecond
     * @throws CollectionFailed also when the server refuses the query
     */
    public RangeAnswer range(String promql, Window window, Duration step) throws InterruptedException {
        return new RangeReader(this).read(promql, window, step);
    }

    /**
     * Everything stored of a window: the scrapes from the last one at or before its start to the last one at or before
     * its end, each of the selector's targets apart. Where none is before the start they begin inside.
     */
    public WindowSamples samples(SeriesSelector selector, Window window) throws InterruptedException {
        return new WindowReader(this).read(selector, window);
    }

    /**
     * Waits until every target that is still scraped has a sample newer than a moment.
     *
     * @param after by the server's clock
     * @param limit to wait, from now
     * @return the time of the first such sample, by the server's clock; of several targets the latest of them
     * @throws CollectionFailed when the time is over
     */
    public Instant awaitSampleAfter(SeriesSelector selector, Instant after, Duration limit)
            throws InterruptedException {
        return new SampleWait(this, selector).await(after, limit);
    }

    /** Compares its clock with this machine's. */
    public ClockDifference clock() throws InterruptedException {
        return new ClockCheck(this).compare();
    }

    /**
     * Types of metrics by name, as far as the server knows them.
     *
     * @return {@code counter}, {@code gauge}, {@code histogram}, {@code summary} or others; empty where the server
     *     keeps no metadata
     */
    Map<String, String> types() throws InterruptedException {
        Answer answer = api.get("/api/v1/metadata", Form.EMPTY);
        Map<String, String> types = new TreeMap<>();
        if (!answer.isOk() || answer.isCutOff()) {
            return types; // an API that some of the compatible servers lack
        }
        JsonNode data = ApiReply.of(answer).data();
        if (data != null) {
            data.properties()
                    .forEach(metric -> metric.getValue().forEach(one -> {
                        String type = one.path("type").asString("unknown");
                        types.merge(metric.getKey(), type, (known, other) -> known.equals("unknown") ? other : known);
                    }));
        }
        return types;
    }

    /** An instant query; posted, since a query may be longer than an address can be. */
    ApiReply query(String promql, Instant at) throws InterruptedException {
        return ApiReply.of(ask(promql, at));
    }

    /** Now, by the server's clock. */
    Answer now() throws InterruptedException {
        return api.get("/api/v1/query", Form.of("query", "time()"));
    }

    /** Its answer, unread, since it may be too large. */
    Answer ask(String promql, Instant at) throws InterruptedException {
        return api.postForm("/api/v1/query", Form.of("query", promql).and("time", seconds(at)));
    }

    Answer askRange(String promql, Instant start, Instant end, Duration step) throws InterruptedException {
        return api.postForm(
                "/api/v1/query_range",
                Form.of("query", promql)
                        .and("start", seconds(start))
                        .and("end", seconds(end))
                        .and("step", BigDecimal.valueOf(step.toMillis(), 3).toPlainString()));
    }

    /** What a query made the server refuse. */
    static CollectionFailed refused(ApiReply reply, String promql) {
        return reply.answer()
                .failure("refuses the query `" + promql + "` ("
                        + reply.explained().strip() + ")");
    }

    /** Reads what should have a shape. */
    static <T> T read(ApiReply reply, String promql, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException e) {
            throw reply.answer().failure("answers the query `" + promql + "` with " + e.getMessage());
        }
    }

    static String seconds(Instant instant) {
        return BigDecimal.valueOf(instant.toEpochMilli(), 3).toPlainString();
    }
}
