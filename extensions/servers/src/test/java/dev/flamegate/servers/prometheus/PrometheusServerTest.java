package dev.flamegate.servers.prometheus;

import static dev.flamegate.collect.http.HttpDouble.cutOff;
import static dev.flamegate.collect.http.HttpDouble.json;
import static dev.flamegate.collect.http.HttpDouble.says;
import static dev.flamegate.collect.http.HttpDouble.slowBytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.collect.http.HttpDouble.Asked;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Scraped.Answer;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.model.rule.Better;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.servers.prometheus.QueryOutcome.Empty;
import dev.flamegate.servers.prometheus.QueryOutcome.NoNumber;
import dev.flamegate.servers.prometheus.QueryOutcome.NotFinite;
import dev.flamegate.servers.prometheus.QueryOutcome.Refused;
import dev.flamegate.servers.prometheus.QueryOutcome.Several;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrometheusServerTest {
    private static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_250L);
    private static final SeriesSelector SHOP = new SeriesSelector("{service=\"shop\"}");

    private final HttpDouble http = new HttpDouble();

    @AfterEach
    void stop() {
        http.close();
    }

    private PrometheusServer server() {
        return new PrometheusServer(http.address(), ApiLimits.within(Duration.ofSeconds(10)));
    }

    private QueryOutcome outcome(String data) throws InterruptedException {
        http.reply(json("{\"status\": \"success\", \"data\": " + data + "}"));
        return server().instant("up", NOW);
    }

    @Test
    void one_number_is_an_answer() throws Exception {
        assertThat(
                        outcome(
                                "{\"resultType\": \"vector\", \"result\": [{\"metric\": {}, \"value\": [1700000000.25, \"1.5\"]}]}"))
                .isEqualTo(new QueryOutcome.Value(1.5, List.of()));
        assertThat(outcome("{\"resultType\": \"scalar\", \"result\": [1700000000.25, \"2\"]}"))
                .isEqualTo(new QueryOutcome.Value(2, List.of()));
        Asked asked = http.asked().get(0);
        assertThat(asked.method()).isEqualTo("POST");
        assertThat(asked.fields()).containsEntry("query", "up").containsEntry("time", "1700000000.250");
    }

    @Test
    void what_is_not_one_number_says_what_it_is() throws Exception {
        assertThat(outcome("{\"resultType\": \"vector\", \"result\": []}")).isEqualTo(new Empty(List.of()));
        assertThat(outcome("{\"resultType\": \"scalar\", \"result\": [1, \"NaN\"]}"))
                .isInstanceOf(NotFinite.class)
                .extracting(QueryOutcome::reason)
                .isEqualTo("the query returns NaN, as 0 / 0 does");
        assertThat(outcome("{\"resultType\": \"scalar\", \"result\": [1, \"-Inf\"]}"))
                .isEqualTo(new NotFinite(Double.NEGATIVE_INFINITY, List.of()));
        assertThat(outcome(
                        "{\"resultType\": \"vector\", \"result\": [{\"metric\": {\"a\": \"1\"}, \"value\": [1, \"1\"]},"
                                + " {\"metric\": {\"a\": \"2\"}, \"value\": [1, \"1\"]}]}"))
                .isInstanceOf(Several.class)
                .extracting(QueryOutcome::reason)
                .isEqualTo("the query returns 2 series ({a=1}, {a=2}); put sum(...) or max(...) around it");
        assertThat(outcome("{\"resultType\": \"vector\", \"result\": [{\"metric\": {}, \"histogram\": [1, {}]}]}"))
                .isInstanceOf(NoNumber.class);
        assertThat(outcome("{\"resultType\": \"matrix\", \"result\": []}")).isInstanceOf(NoNumber.class);
        assertThat(outcome("{\"resultType\": \"string\", \"result\": [1, \"a\"]}"))
                .isInstanceOf(NoNumber.class);
    }

    @Test
    void warnings_travel_with_the_answer() throws Exception {
        http.reply(json("{\"status\": \"success\", \"data\": {\"resultType\": \"scalar\", \"result\": [1, \"2\"]},"
                + " \"warnings\": [\"store gateway away\"], \"infos\": [\"metric might not be a counter\"]}"));
        assertThat(server().instant("up", NOW).warnings())
                .containsExactly(
                        new Warning("prometheus-warning", "store gateway away"),
                        new Warning("prometheus-info", "metric might not be a counter"));
    }

    @Test
    void a_query_that_is_refused_is_an_outcome_with_what_to_do() throws Exception {
        assertThat(refused(400, "bad_data", "1:5: parse error: unexpected end"))
                .isEqualTo("Prometheus refuses the query `sum(`: bad_data: 1:5: parse error: unexpected end."
                        + " Is the query right PromQL?");
        assertThat(refused(422, "execution", "found duplicate series for the match group {}"))
                .contains("two copies of one service");
        assertThat(refused(422, "execution", "the query time range exceeds the limit (query length: 800h)"))
                .contains("use a shorter window");
        assertThat(refused(422, "execution", "query processing would load too many samples into memory"))
                .contains("Narrow the selector");
        assertThat(refused(401, "bad_data", "no org id")).contains("X-Scope-OrgID");
    }

    private String refused(int status, String type, String error) throws InterruptedException {
        http.reply(says(
                status,
                "application/json",
                "{\"status\": \"error\", \"errorType\": \"" + type + "\", \"error\": \"" + error + "\"}"));
        QueryOutcome outcome = server().instant("sum(", NOW);
        assertThat(outcome).isInstanceOf(Refused.class);
        return outcome.reason();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"hello\": 1}",
                "[]",
                "{\"status\": \"success\"}",
                "{\"status\": \"success\", \"data\": {}}",
                "{\"status\": \"success\", \"data\": {\"resultType\": \"vector\", \"result\": {}}}",
                "{\"status\": \"success\", \"data\": {\"resultType\": \"vector\", \"result\": [7]}}",
                "{\"status\": \"success\", \"data\": {\"resultType\": \"scalar\", \"result\": [1, \"many\"]}}",
                "{\"status\": \"success\", \"data\": {\"resultType\": \"scalar\", \"result\": [1]}}"
            })
    void another_schema_is_named(String body) {
        http.reply(json(body));
        PrometheusServer server = server();
        assertThatThrownBy(() -> server.instant("up", NOW))
                .isInstanceOf(CollectionFailed.class)
                .hasMessageStartingWith("Prometheus at " + http.address() + "/api/v1/query answers");
    }

    @Test
    void one_that_answers_byte_by_byte_is_given_up() {
        http.reply(slowBytes());
        PrometheusServer impatient = new PrometheusServer(http.address(), ApiLimits.within(Duration.ofMillis(500)));
        assertThatThrownBy(impatient::clock).hasMessageContaining("has not answered within 500 ms");
    }

    @Test
    void what_stands_before_a_server_is_named() {
        // Less than the server below asks for, and enough for a busy machine.
        PrometheusServer server =
                new PrometheusServer(http.address(), new ApiLimits(Duration.ofSeconds(25), 2, 1 << 20));
        http.reply(says(200, "text/html", "<html><title>Grafana</title></html>"));
        assertThatThrownBy(() -> server.samples(SHOP, new Window(NOW, NOW.plusSeconds(5))))
                .hasMessageContaining("an HTML page (text/html): Grafana");
        http.reply(cutOff("{\"status\": "));
        assertThatThrownBy(() -> server.instant("up", NOW)).hasMessageContaining("does not answer (");
        http.reply(says(500, "text/plain", "boom"));
        assertThatThrownBy(() -> server.instant("up", NOW))
                .hasMessageContaining("answers with status 500 and something other than JSON (text/plain): boom");
        http.reply(says(429, Map.of("Retry-After", "30"), "{\"status\": \"error\", \"error\": \"rate limit\"}"));
        assertThatThrownBy(() -> server.samples(SHOP, new Window(NOW, NOW.plusSeconds(1))))
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("rate limit");
    }

    @Test
    void the_servers_clock_is_compared_with_a_doubt() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            Thread answering = new Thread(() -> answerWithoutDate(socket, 42_000));
            answering.setDaemon(true);
            answering.start();
            ServerAddress address = ServerAddress.of(URI.create("http://127.0.0.1:" + socket.getLocalPort()));
            ClockDifference clock = new PrometheusServer(address, ApiLimits.within(Duration.ofSeconds(10))).clock();
            assertThat(clock.ahead().minusSeconds(42).abs()).isLessThanOrEqualTo(clock.doubt());
            assertThat(clock.exceeds(Duration.ofSeconds(20))).isTrue();
            assertThat(clock.exceeds(Duration.ofSeconds(60))).isFalse();
            assertThat(clock.toServer(NOW)).isEqualTo(NOW.plus(clock.ahead()));
        }
    }

    /** The JDK's server always sends a Date. */
    private static void answerWithoutDate(ServerSocket socket, long ahead) {
        while (!socket.isClosed()) {
            try (Socket caller = socket.accept()) {
                caller.getInputStream().read(new byte[10_000]);
                String now = BigDecimal.valueOf(Instant.now().toEpochMilli() + ahead, 3)
                        .toPlainString();
                String body = "{\"status\": \"success\", \"data\": {\"resultType\": \"scalar\", \"result\": [" + now
                        + ", \"" + now + "\"]}}";
                String answer =
                        "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: "
                                + body.length() + "\r\n\r\n" + body;
                caller.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException e) {
                // the test has ended
            }
        }
    }

    @Test
    void a_server_that_evaluates_in_the_past_is_believed_by_its_date() throws Exception {
        http.reply(new StoredSeries().ahead(-30_000)); // as VictoriaMetrics does; the double's Date is right
        ClockDifference clock = server().clock();
        assertThat(clock.ahead().abs()).isLessThanOrEqualTo(clock.doubt());
        assertThat(clock.doubt()).isGreaterThanOrEqualTo(Duration.ofMillis(500));
    }

    @Test
    void own_indicators_are_asked_for_at_the_end_of_each_window_and_averaged() throws Exception {
        Window first = new Window(NOW, NOW.plusSeconds(20));
        Window second = new Window(NOW.plusSeconds(30), NOW.plusMillis(50_500));
        http.reply(new StoredSeries()
                .answer("max_over_time(queue{service=\"shop\"}[20000ms])", vector("3"))
                .answer("max_over_time(queue{service=\"shop\"}[20500ms])", vector("5"))
                .answer("none", "{\"resultType\": \"vector\", \"result\": []}"));
        Indicator queue = own("orders.queue", "max_over_time(queue{$selector}[$window])");
        OwnIndicators own = new OwnIndicators(server(), SHOP);
        OwnIndicators.Answers answers =
                own.evaluate(List.of(queue, own("orders.none", "none")), List.of(first, second));
        assertThat(answers.answers())
                .isEqualTo(Map.of(
                        "orders.queue",
                        new Answer.Value(4),
                        "orders.none",
                        new Answer.Missing(List.of("the query finds no series in the window"))));
        assertThat(answers.warnings())
                .containsExactly(new Warning("indicator/orders.none", "the query finds no series in the window"));
        assertThat(http.asked().get(1).fields()).containsEntry("time", "1700000050.750");
    }

    private static String vector(String value) {
        return "{\"resultType\": \"vector\", \"result\": [{\"metric\": {}, \"value\": [1, \"" + value + "\"]}]}";
    }

    private static Indicator own(String name, String query) {
        return Indicator.own(name, Unit.count("tasks"), Better.LOWER, name, query);
    }

    @Test
    void counters_are_read_by_the_newest_sample() throws Exception {
        long now = Instant.now().toEpochMilli();
        StoredSeries stored = new StoredSeries();
        String cpu = "\"__name__\": \"process_cpu_seconds_total\", \"instance\": \"a\"";
        String rss = "\"__name__\": \"process_resident_memory_bytes\", \"instance\": \"a\"";
        for (int s = -20; s <= 0; s++) {
            stored.put(cpu, now + s * 1000, 100 + s * 0.5).put(rss, now + s * 1000, 1e6);
        }
        http.reply(stored);
        PrometheusCounters counters = new PrometheusCounters(server(), SHOP);
        var first = counters.read();
        assertThat(first.at()).isEqualTo(Instant.ofEpochMilli(now));
        assertThat(first.gauges()).containsEntry(Gauge.MEMORY_RSS, 1e6);
        stored.put(cpu, now + 1, 107).put(rss, now + 1, 1e6); // not a second later, so that it is not in the future
        var second = counters.read();
        assertThat(second.at()).isEqualTo(Instant.ofEpochMilli(now + 1));
        assertThat(second.since(first).counters()).containsEntry(Counter.CPU_PROCESS, 7.0);
        assertThat(second.counters()).doesNotContainKey(Counter.ALLOCATED);
    }

    @Test
    void no_counter_at_all_is_named() throws Exception {
        http.reply(new StoredSeries());
        PrometheusCounters counters = new PrometheusCounters(server(), SHOP);
        assertThatThrownBy(counters::read)
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("has fewer than two samples of any counter of the service");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "shop", "service=shop", "a=\"b\" or c=\"d\"", "up{a=\"b\"}", "a=\"b\"}[5m]"})
    void what_selects_nothing_is_refused(String matchers) {
        assertThatThrownBy(() -> new SeriesSelector(matchers)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void selectors_are_matchers_with_or_without_braces() {
        assertThat(new SeriesSelector(" {a=\"b\", c=~'d|e', } ")).hasToString("{a=\"b\", c=~'d|e'}");
        assertThat(SeriesSelector.of(Map.of("b", "x\"y", "a", "1"))).hasToString("{a=\"1\",b=\"x\\\"y\"}");
    }
}
