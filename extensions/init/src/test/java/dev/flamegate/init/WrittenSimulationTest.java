package dev.flamegate.init;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.flamegate.init.simulation.SimulationSource;
import dev.flamegate.init.simulation.Sources;
import dev.flamegate.init.simulation.TrafficFile;
import dev.flamegate.load.GatlingLoad;
import dev.flamegate.load.LoadResult;
import dev.flamegate.load.TestGatling;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Window;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** What {@code init --simulation} writes, in Gatling against a service: it sends what the document says, letter by letter. */
class WrittenSimulationTest {
    private static final String BODY = "{\"sku\":\"#{bolt} ${m4} ##{x} \\\" \\\\ é\"}";

    @TempDir
    private Path folder;

    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final AtomicLong requests = new AtomicLong();

    @Test
    void what_a_document_describes_is_sent() throws Exception {
        Path source = Files.createDirectories(folder.resolve("load")).resolve("Described.java");
        Files.writeString(source, SimulationSource.of("Described", "shop", 8080, TrafficFile.read(document())));
        Sources.compile(source);
        HttpServer service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 500);
        service.createContext("/", this::answer);
        service.start();
        try (GatlingLoad load = TestGatling.start(
                TestGatling.spec("Described", List.of("load/classes"), Map.of("rate", "50")),
                URI.create("http://127.0.0.1:" + service.getAddress().getPort()),
                folder)) {
            load.awaitReady(TestGatling.LIMIT);
            assertThat(load.isControlled()).isTrue();
            load.go();
            load.measuring();
            Instant start = Instant.now();
            awaitAll(load);
            Window window = new Window(start, Instant.now());
            load.stop(TestGatling.LIMIT);

            assertThat(seen)
                    .containsExactlyInAnyOrder(
                            "GET /orders/1?q=%24%7Bx%7D null", "GET /old null", "POST /orders " + BODY);
            LoadResult result = load.result(window);
            assertThat(result.requests())
                    .extracting(RequestStats::name)
                    .containsExactly("GET /old", "GET /orders/{id}", "POST /orders");
            assertThat(result.requests())
                    .allSatisfy(stats -> assertThat(stats.failed()).isZero());
        } finally {
            service.stop(0);
        }
    }

    /** Until everything was sent, and as much of it has ended. */
    private void awaitAll(GatlingLoad load) throws InterruptedException {
        long deadline = System.nanoTime() + TestGatling.LIMIT.toNanos();
        long enough = Long.MAX_VALUE;
        while (load.progress().ended() < enough) {
            assertThat(System.nanoTime()).as("not all was sent: %s", seen).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(50);
            if (seen.size() == 3 && enough == Long.MAX_VALUE) {
                enough = requests.get();
            }
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String type = exchange.getRequestHeaders().getFirst("Content-Type");
            boolean posted = exchange.getRequestMethod().equals("POST");
            requests.incrementAndGet();
            seen.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + (posted && "application/json".equals(type) ? body : type));
            boolean old = exchange.getRequestURI().getPath().equals("/old");
            if (old) {
                exchange.getResponseHeaders().set("Location", "/new");
            }
            exchange.sendResponseHeaders(old ? 302 : posted ? 201 : 200, -1);
        }
    }

    private Path document() throws IOException {
        Map<String, Object> orders = Map.of(
                "get", Map.of("parameters", List.of(parameter("id", "path", "1"), parameter("q", "query", "${x}"))));
        Map<String, Object> old = Map.of("get", Map.of("responses", Map.of("302", Map.of())));
        Map<String, Object> added = Map.of(
                "post",
                Map.of(
                        "requestBody",
                        Map.of(
                                "content",
                                Map.of(
                                        "application/json",
                                        Map.of("example", JsonMapper.shared().readValue(BODY, Map.class)))),
                        "responses",
                        Map.of("201", Map.of())));
        return Files.writeString(
                folder.resolve("openapi.json"),
                JsonMapper.shared()
                        .writeValueAsString(Map.of(
                                "openapi",
                                "3.0.0",
                                "paths",
                                Map.of("/orders/{id}", orders, "/old", old, "/orders", added))));
    }

    private static Map<String, Object> parameter(String name, String in, String example) {
        return Map.of("name", name, "in", in, "required", true, "example", example);
    }
}
