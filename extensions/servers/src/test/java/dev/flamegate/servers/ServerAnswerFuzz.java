package dev.flamegate.servers;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.ApiClient;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.collect.prometheus.RequestHistogram;
import dev.flamegate.fuzz.Input;
import dev.flamegate.fuzz.ProfileFuzz;
import dev.flamegate.fuzz.Seeds;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Window;
import dev.flamegate.servers.prometheus.PrometheusServer;
import dev.flamegate.servers.prometheus.SeriesSelector;
import dev.flamegate.servers.prometheus.WindowSamples;
import dev.flamegate.servers.pyroscope.LabelSelector;
import dev.flamegate.servers.pyroscope.ProfileType;
import dev.flamegate.servers.pyroscope.PyroscopeServer;
import dev.flamegate.servers.pyroscope.PyroscopeSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

/** What Prometheus and Pyroscope answer, over HTTP. Whatever it is, it is a {@link CollectionFailed} at worst. */
class ServerAnswerFuzz {
    private static final Instant START = Instant.ofEpochSecond(1_700_000_000L);
    private static final Window WINDOW = new Window(START, START.plusSeconds(60));
    private static final ApiLimits LIMITS = new ApiLimits(Duration.ofSeconds(30), 1, 1 << 20);
    private static final ProfileType CPU = ProfileType.of("process_cpu:cpu:nanoseconds:cpu:nanoseconds");

    /** What the server says next: the status, the answer to most requests, and that to the one asked before it. */
    private static volatile List<byte[]> said = List.of();

    private static volatile int status = 200;
    private static final ServerAddress ADDRESS = serve();
    private static final PrometheusServer PROMETHEUS = new PrometheusServer(ADDRESS, LIMITS);
    private static final ApiClient PYROSCOPE = new ApiClient(ADDRESS, "Pyroscope", "Is it?", LIMITS);

    @FuzzTest
    @Seeds(made = "prometheusAnswers")
    void prometheusNumber(byte[] input) throws InterruptedException {
        say(input);
        try {
            PROMETHEUS.instant("up", START).reason();
            PROMETHEUS.clock();
        } catch (CollectionFailed e) {
            // not an answer of Prometheus
        }
    }

    static List<byte[]> prometheusAnswers() {
        return List.of(
                Input.of("200", success("{\"resultType\":\"scalar\",\"result\":[1700000000.25,\"2\"]}")),
                Input.of(
                        "200",
                        success("{\"resultType\":\"vector\",\"result\":[{\"metric\":{\"a\":\"1\"},"
                                + "\"value\":[1700000000.25,\"1.5\"]}]}")),
                Input.of(
                        "200",
                        success("{\"resultType\":\"vector\",\"result\":[{\"metric\":{\"a\":\"1\"},\"value\":[1,\"1\"]},"
                                + "{\"metric\":{\"a\":\"2\"},\"value\":[1,\"NaN\"]}]}")),
                Input.of(
                        "200",
                        success("{\"resultType\":\"vector\",\"result\":[{\"metric\":{},\"histogram\":[1,{}]}]}")),
                Input.of(
                        "422",
                        "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"the query time range exceeds\"}"),
                Input.of("401", "<!DOCTYPE html><html><style>a</style><body>Log in</body></html>"));
    }

    @FuzzTest
    @Seeds(made = "prometheusSamples")
    void prometheusWindow(byte[] input) throws InterruptedException {
        say(input);
        try {
            WindowSamples samples = PROMETHEUS.samples(new SeriesSelector("{service=\"shop\"}"), WINDOW);
            samples.increment(RequestHistogram.WELL_KNOWN);
            samples.counters();
        } catch (CollectionFailed e) {
            // not an answer of Prometheus
        }
    }

    static List<byte[]> prometheusSamples() {
        String types = "{\"orders_total\":[{\"type\":\"counter\"}],\"http_server_request_duration_seconds\":"
                + "[{\"type\":\"histogram\"}],\"queue\":[{\"type\":\"gauge\"}]}";
        String matrix = "{\"resultType\":\"matrix\",\"result\":["
                + "{\"metric\":{\"__name__\":\"orders_total\",\"instance\":\"a:1\"},\"values\":[[1700000000,\"5\"],"
                + "[1700000015.5,\"8\"],[1700000030,\"2\"],[1700000045,\"4\"],[1700000060,\"6\"]]},"
                + "{\"metric\":{\"__name__\":\"queue\",\"instance\":\"a:1\"},\"values\":[[1700000000,\"NaN\"],"
                + "[1700000015.5,\"8\"],[1700000030,\"+Inf\"]]},"
                + "{\"metric\":{\"__name__\":\"up\",\"instance\":\"a:1\"},\"values\":[[1700000000,\"1\"],[1700000060,\"1\"]]},"
                + "{\"metric\":{\"__name__\":\"http_server_request_duration_seconds\",\"instance\":\"a:1\","
                + "\"http_route\":\"/a\"},\"histograms\":[[1700000000,{\"count\":\"4\",\"sum\":\"2\",\"buckets\":"
                + "[[0,\"0.1\",\"0.2\",\"4\"]]}],[1700000060,{\"count\":\"9\",\"sum\":\"3\",\"buckets\":"
                + "[[0,\"0.1\",\"0.2\",\"7\"],[3,\"-0.1\",\"0.1\",\"2\"]]}]]}]}";
        String classic = "{\"resultType\":\"matrix\",\"result\":["
                + "{\"metric\":{\"__name__\":\"http_server_request_duration_seconds_bucket\",\"le\":\"0.5\","
                + "\"http_route\":\"/a\"},\"values\":[[1700000000,\"1\"],[1700000060,\"3\"]]},"
                + "{\"metric\":{\"__name__\":\"http_server_request_duration_seconds_bucket\",\"le\":\"+Inf\","
                + "\"http_route\":\"/a\"},\"values\":[[1700000000,\"1\"],[1700000060,\"4\"]]},"
                + "{\"metric\":{\"__name__\":\"http_server_request_duration_seconds_count\",\"http_route\":\"/a\"},"
                + "\"values\":[[1700000000,\"1\"],[1700000060,\"4\"]]},"
                + "{\"metric\":{\"__name__\":\"http_server_request_duration_seconds_sum\",\"http_route\":\"/a\"},"
                + "\"values\":[[1700000000,\"0.1\"],[1700000060,\"0.4\"]]}]}";
        return List.of(
                Input.of("200", success(matrix), success(types)), Input.of("200", success(classic), success("{}")));
    }

    @FuzzTest
    @Seeds(made = "pyroscopeAnswers")
    void pyroscope(byte[] input) throws InterruptedException {
        say(input);
        PyroscopeServer server = new PyroscopeServer(PYROSCOPE);
        for (Question question : List.<Question>of(
                () -> server.version(),
                () -> server.profileTypes(WINDOW),
                () -> server.labelValues("pod", LabelSelector.service("shop"), WINDOW),
                () -> server.series(CPU, LabelSelector.service("shop"), WINDOW, Duration.ofSeconds(15)),
                () -> server.profile(CPU, LabelSelector.service("shop"), WINDOW),
                () -> new PyroscopeSource(server, LabelSelector.service("shop"), EnumSet.allOf(ProfileEvent.class))
                        .profiles(WINDOW, 1))) {
            try {
                question.ask();
            } catch (CollectionFailed e) {
                // not an answer of Pyroscope
            }
        }
    }

    static List<byte[]> pyroscopeAnswers() throws IOException {
        List<byte[]> answers = new ArrayList<>();
        for (String file : List.of(
                "profile-types.json",
                "label-values-arm.json",
                "select-series-baseline.json",
                "render-baseline-maxnodes-16.json",
                "error-bad-query.json",
                "error-too-long-range.json")) {
            try (InputStream in = ServerAnswerFuzz.class.getResourceAsStream("/pyroscope/" + file)) {
                byte[] status =
                        Input.texts(file.startsWith("error") ? "400" : "200").get(0);
                byte[] version =
                        Input.texts("{\"data\":{\"version\":\"1.13.0\"}}").get(0);
                answers.add(Input.of(status, in.readAllBytes(), version));
            }
        }
        answers.addAll(List.of(
                Input.of("200", Input.text(ProfileFuzz.jsonProfiles().get(0)), "{\"data\":{\"version\":\"1.2.0\"}}"),
                Input.of("404", "404 page not found", "{\"data\":{\"version\":\"2\"}}")));
        return answers;
    }

    private interface Question {
        Object ask() throws InterruptedException;
    }

    private static String success(String data) {
        return "{\"status\":\"success\",\"data\":" + data + "}";
    }

    /** Status, body, and the body of the answer to the question that comes with the first: metadata, version. */
    private static void say(byte[] input) {
        List<byte[]> parts = Input.parts(input, 3);
        String code = Input.text(parts.get(0));
        status = code.matches("[2-5][0-9]{2}") && !code.equals("204") && !code.equals("304")
                ? Integer.parseInt(code)
                : 200;
        said = parts;
    }

    private static ServerAddress serve() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", ServerAnswerFuzz::answer);
            server.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> server.stop(0)));
            return ServerAddress.of(
                    URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().getPath();
            byte[] body = said.get(path.endsWith("/metadata") || path.endsWith("/buildinfo") ? 2 : 1);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
