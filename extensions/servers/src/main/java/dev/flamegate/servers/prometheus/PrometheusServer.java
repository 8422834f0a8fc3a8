package dev.flamegate.servers.prometheus;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.Answer;
import dev.flamegate.collect.http.ApiClient;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.Form;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.servers.prometheus.QueryOutcome.Empty;
import dev.flamegate.servers.prometheus.QueryOutcome.NoNumber;
import dev.flamegate.servers.prometheus.QueryOutcome.NotFinite;
import dev.flamegate.servers.prometheus.QueryOutcome.Refused;
import dev.flamegate.servers.prometheus.QueryOutcome.Several;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * A Prometheus, Mimir, Thanos or VictoriaMetrics. All times are the server's: {@link #clock} says how they relate to
 * this machine's. Every method fails with a {@link CollectionFailed} when the server does not answer within its time
 * limit, or with something other than Prometheus' API. Safe for several threads.
 */
public final class PrometheusServer {
    private static final String CHECK = "Is the address of Prometheus in the plan right (prometheus.url)?";
    private static final int EXAMPLES = 3;
    private static final int CLOCK_REQUESTS = 3;

    private static final Duration TICK = Duration.ofMillis(1);
    private static final Duration HALF_SECOND = Duration.ofMillis(500);
    private static final Duration PAGE = Duration.ofMinutes(5);
    private static final Duration SMALLEST_PAGE = Duration.ofSeconds(2);

    /** The time to look back before a window that does not show the scrape interval. */
    private static final Duration LONGEST_LOOK_BACK = Duration.ofMinutes(2);

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

    /** The server's address, without credentials. */
    public String address() {
        return api.server().toString();
    }

    /** Asks for one number at a moment. A query that does not give one is an outcome, not an exception. */
    public QueryOutcome instant(String promql, Instant at) throws InterruptedException {
        ApiReply reply = ApiReply.of(ask(promql, at));
        JsonNode data = reply.data();
        if (data == null) {
            return new Refused(
                    "Prometheus refuses the query `" + promql + "`: "
                            + reply.explained().strip(),
                    reply.warnings());
        }
        return read(reply, promql, () -> outcome(data, reply.warnings()));
    }

    private static QueryOutcome outcome(JsonNode data, List<Warning> warnings) {
        String type = data.path("resultType").asString("");
        JsonNode result = data.path("result");
        return switch (type) {
            case "scalar" -> number(result, warnings);
            case "vector" -> vector(result, warnings);
            case "matrix" -> new NoNumber("the samples of a range (without a function around it)", warnings);
            case "string" -> new NoNumber("a text", warnings);
            default -> throw new IllegalArgumentException("a result of type `" + type + "`");
        };
    }

    private static QueryOutcome vector(JsonNode result, List<Warning> warnings) {
        if (!result.isArray()) {
            throw new IllegalArgumentException("a vector that is not a list");
        }
        if (result.isEmpty()) {
            return new Empty(warnings);
        } else if (result.size() > 1) {
            List<String> examples = new ArrayList<>();
            for (int i = 0; i < Math.min(EXAMPLES, result.size()); i++) {
                examples.add(ResultJson.labels(result.get(i)).toString());
            }
            return new Several(result.size(), examples, warnings);
        } else if (result.get(0).has("histogram")) {
            return new NoNumber("a histogram (without histogram_quantile or the like around it)", warnings);
        }
        return number(result.get(0).path("value"), warnings);
    }

    private static QueryOutcome number(JsonNode pair, List<Warning> warnings) {
        double value = ResultJson.number(ResultJson.pair(pair).get(1));
        return Double.isFinite(value) ? new QueryOutcome.Value(value, warnings) : new NotFinite(value, warnings);
    }

    /**
     * Everything stored of a window: the scrapes from the last one at or before its start to the last one at or before
     * its end, separately for each of the selector's targets. Without a scrape before the start they begin inside.
     */
    public WindowSamples samples(SeriesSelector selector, Window window) throws InterruptedException {
        RawSamples raw = stored(selector, window);
        Map<String, String> types = types();
        WindowAssembly inside = new WindowAssembly(raw, types, window);
        if (!inside.beginsAtStart()) {
            Duration before =
                    inside.longestStep().map(step -> step.multipliedBy(3)).orElse(LONGEST_LOOK_BACK);
            Instant from = window.start().minus(before.compareTo(LONGEST_LOOK_BACK) > 0 ? LONGEST_LOOK_BACK : before);
            raw.addAll(stored(selector, new Window(from, window.start().minus(TICK))));
        }
        return new WindowAssembly(raw, types, window).assemble();
    }

    /**
     * All samples of a selector as they are stored, read in pages of time; a page that is too much for the server is
     * halved.
     *
     * @param window both ends included
     */
    RawSamples stored(SeriesSelector selector, Window window) throws InterruptedException {
        RawSamples all = new RawSamples();
        Instant start = window.start();
        do {
            Instant end = start.plus(PAGE).isAfter(window.end()) ? window.end() : start.plus(PAGE);
            page(selector, start, end, all);
            start = end.plus(TICK);
        } while (!start.isAfter(window.end()));
        return all;
    }

    private void page(SeriesSelector selector, Instant start, Instant end, RawSamples into)
            throws InterruptedException {
        // A range excludes its older edge since Prometheus 3, and included it before.
        Duration length = Duration.between(start, end).plus(TICK);
        String promql = selector + "[" + length.toMillis() + "ms]";
        Answer answer = ask(promql, end);
        boolean divisible = length.compareTo(SMALLEST_PAGE) > 0;
        if (answer.isCutOff() && divisible) {
            halves(selector, start, end, into);
            return;
        }
        ApiReply reply = ApiReply.of(answer);
        if (reply.data() == null && reply.isTooMuch() && divisible) {
            halves(selector, start, end, into);
            return;
        }
        JsonNode data = accepted(reply, promql);
        read(reply, promql, () -> {
            into.add(data.path("result"), start, reply.warnings());
            return into;
        });
    }

    private void halves(SeriesSelector selector, Instant start, Instant end, RawSamples into)
            throws InterruptedException {
        Instant middle = start.plusMillis(Duration.between(start, end).toMillis() / 2);
        page(selector, start, middle, into);
        page(selector, middle.plus(TICK), end, into);
    }

    /** Compares the server's clock with this machine's: the most certain of a few comparisons. */
    public ClockDifference clock() throws InterruptedException {
        ClockDifference best = compareClocks();
        for (int i = 1; i < CLOCK_REQUESTS; i++) {
            ClockDifference next = compareClocks();
            if (next.doubt().compareTo(best.doubt()) < 0) {
                best = next;
            }
        }
        return best;
    }

    /**
     * Compares the clocks by the query {@code time()}, exact to a millisecond, and by the header {@code Date}, which
     * has whole seconds but is also right for servers that evaluate a little in the past.
     */
    private ClockDifference compareClocks() throws InterruptedException {
        String promql = "time()";
        Answer answer = api.get("/api/v1/query", Form.of("query", promql));
        ApiReply reply = ApiReply.of(answer);
        JsonNode data = accepted(reply, promql);
        Instant shown = read(
                reply,
                promql,
                () -> ResultJson.instant(ResultJson.pair(data.path("result")).get(1)));
        ClockDifference byQuery = ClockDifference.of(answer.sent(), answer.received(), shown, TICK);
        Optional<ClockDifference> byHeader = answer.header("Date")
                .flatMap(PrometheusServer::date)
                .map(date -> ClockDifference.of(answer.sent(), answer.received(), date.plus(HALF_SECOND), HALF_SECOND));
        return byHeader.filter(header -> !byQuery.agrees(header)).orElse(byQuery);
    }

    private static Optional<Instant> date(String text) {
        try {
            return Optional.of(ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
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
            return types; // some of the compatible servers lack this API
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

    /** The unread answer to an instant query; posted, since a query may be longer than a URL can be. */
    private Answer ask(String promql, Instant at) throws InterruptedException {
        String seconds = BigDecimal.valueOf(at.toEpochMilli(), 3).toPlainString();
        return api.postForm("/api/v1/query", Form.of("query", promql).and("time", seconds));
    }

    private static JsonNode accepted(ApiReply reply, String promql) {
        JsonNode data = reply.data();
        if (data == null) {
            throw reply.answer()
                    .failure("refuses the query `" + promql + "` ("
                            + reply.explained().strip() + ")");
        }
        return data;
    }

    /** Reads a reply that should have a certain shape. */
    private static <T> T read(ApiReply reply, String promql, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException e) {
            throw reply.answer().failure("answers the query `" + promql + "` with " + e.getMessage());
        }
    }
}
