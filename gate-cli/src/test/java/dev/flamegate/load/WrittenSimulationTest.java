package dev.flamegate.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.flamegate.init.simulation.SimulationSource;
import dev.flamegate.init.simulation.Sources;
import dev.flamegate.init.simulation.TrafficFile;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** What {@code init --simulation} writes, in Gatling against a service: it sends what was recorded, letter by letter. */
@Timeout(300)
class WrittenSimulationTest {
    private static final String BODY = "{\"sku\": \"#{bolt} ${m4} ##{x} \\\" \\\\ é\"}";

    @TempDir
    private Path folder;

    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final AtomicLong requests = new AtomicLong();

    @Test
    void a_recording_is_sent_again() throws Exception {
        Path source = Files.createDirectories(folder.resolve("load")).resolve("Recorded.java");
        Files.writeString(source, SimulationSource.of("Recorded", "shop", 8080, TrafficFile.read(recording())));
        Sources.compile(source);
        HttpServer service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 500);
        service.createContext("/", this::answer);
        service.start();
        try (GatlingLoad load = TestGatling.start(
                TestGatling.spec("Recorded", List.of("load/classes"), Map.of("rate", "50")),
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
                            "GET /orders/1?q=%7Bx%7D null",
                            "GET /orders/2?q=%24%7Bx%7D null", "GET /old null", "POST /orders " + BODY);
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
            if (seen.size() == 4 && enough == Long.MAX_VALUE) {
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

    private Path recording() throws IOException {
        List<Map<String, Object>> entries = List.of(
                entry("GET", "http://shop/orders/1?q={x}", 200, Map.of()),
                entry("GET", "http://shop/orders/2?q=%24{x}&token=s3cr3t", 200, Map.of()),
                entry("GET", "http://shop/old", 302, Map.of()),
                entry(
                        "POST",
                        "http://shop/orders",
                        201,
                        Map.of("postData", Map.of("mimeType", "application/json", "text", BODY))));
        return Files.writeString(
                folder.resolve("shop.har"),
                JsonMapper.shared().writeValueAsString(Map.of("log", Map.of("entries", entries))));
    }

    private static Map<String, Object> entry(String method, String url, int status, Map<String, Object> more) {
        Map<String, Object> request = new HashMap<>(more);
        request.put("method", method);
        request.put("url", url);
        return Map.of("request", request, "response", Map.of("status", status));
    }
}
