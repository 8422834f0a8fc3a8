package dev.flamegate.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.load.LoadFailed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CountingRelayTest {
    private final AtomicInteger active = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final List<String> ended = new ArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpServer target = server();

    private static HttpServer server() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeEach
    void start() {
        target.setExecutor(Executors.newCachedThreadPool());
        target.createContext("/", exchange -> {
            most.accumulateAndGet(active.incrementAndGet(), Math::max);
            byte[] body = exchange.getRequestBody().readAllBytes();
            int status = exchange.getRequestURI().getPath().startsWith("/broken") ? 500 : 200;
            exchange.getResponseHeaders()
                    .add("X-Seen", exchange.getRequestHeaders().getFirst("X-Sent"));
            active.decrementAndGet();
            byte[] answer =
                    (exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body.length).getBytes();
            exchange.sendResponseHeaders(status, exchange.getRequestMethod().equals("HEAD") ? -1 : answer.length);
            if (!exchange.getRequestMethod().equals("HEAD")) {
                exchange.getResponseBody().write(answer);
            }
            exchange.close();
        });
        target.start();
    }

    @AfterEach
    void stop() {
        target.stop(0);
    }

    @Test
    void requests_go_through_one_at_a_time_and_answers_come_back() {
        try (CountingRelay relay = CountingRelay.open(url(), between())) {
            List<CompletableFuture<HttpResponse<String>>> all = IntStream.range(0, 20)
                    .mapToObj(i -> client.sendAsync(
                            HttpRequest.newBuilder(URI.create(relay.url() + "/owners/" + i + "?q=a%20b"))
                                    .header("X-Sent", "yes")
                                    .POST(HttpRequest.BodyPublishers.ofString("x".repeat(i)))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString()))
                    .toList();

            for (int i = 0; i < all.size(); i++) {
                HttpResponse<String> answer = all.get(i).join();
                assertThat(answer.body()).isEqualTo("POST /owners/" + i + "?q=a%20b " + i);
                assertThat(answer.headers().firstValue("X-Seen")).contains("yes");
            }
            assertThat(most.get()).isEqualTo(1);
            assertThat(ended).hasSize(20).containsOnly("POST /owners/{} true");
        }
    }

    @Test
    void failures_and_answers_without_a_body_come_back_too() throws Exception {
        try (CountingRelay relay = CountingRelay.open(url(), between())) {
            assertThat(send(relay, "GET", "/broken").statusCode()).isEqualTo(500);
            assertThat(send(relay, "HEAD", "/x").statusCode()).isEqualTo(200);
            target.stop(0);
            assertThat(send(relay, "GET", "/gone").statusCode()).isEqualTo(502);
        }
        assertThat(ended).containsExactly("GET /broken false", "HEAD /x true", "GET /gone false");
    }

    @Test
    void an_agent_that_fails_ends_the_counting() throws Exception {
        CountingRelay.Between broken = new CountingRelay.Between() {
            @Override
            public void begin() {
                throw new CollectionFailed("the agent is gone");
            }

            @Override
            public void end(String name, boolean answered) {}
        };
        try (CountingRelay relay = CountingRelay.open(url(), broken)) {
            assertThat(send(relay, "GET", "/x").statusCode()).isEqualTo(502);
            assertThatThrownBy(relay::check)
                    .isInstanceOf(CollectionFailed.class)
                    .hasMessage("the agent is gone");
        }
    }

    @Test
    void encrypted_targets_are_refused_with_a_remedy() {
        assertThatThrownBy(() -> CountingRelay.open(URI.create("https://shop.example"), between()))
                .isInstanceOf(LoadFailed.class)
                .hasMessageContaining("https");
    }

    private HttpResponse<String> send(CountingRelay relay, String method, String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(relay.url() + path))
                        .header("X-Sent", "yes")
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private URI url() {
        return URI.create("http://127.0.0.1:" + target.getAddress().getPort());
    }

    private CountingRelay.Between between() {
        return new CountingRelay.Between() {
            @Override
            public void begin() {}

            @Override
            public void end(String name, boolean answered) {
                ended.add(name + " " + answered);
            }
        };
    }
}
