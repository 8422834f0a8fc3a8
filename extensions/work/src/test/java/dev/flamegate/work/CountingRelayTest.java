package dev.flamegate.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.load.LoadFailed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CountingRelayTest {
    private final AtomicInteger active = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final List<String> ended = new ArrayList<>();
    private final List<String> inputs = new ArrayList<>();
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
            assertThat(inputs).doesNotHaveDuplicates().contains("/owners/0?q=a%20b");
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

    @ParameterizedTest
    @ValueSource(strings = {"GET @other.example/a", "CONNECT other.example:443", "OPTIONS *", "a<b>c /x"})
    void what_could_name_another_host_or_is_no_http_is_refused_and_not_counted(String request) throws Exception {
        try (CountingRelay relay = CountingRelay.open(url(), between());
                Socket socket = new Socket(relay.url().getHost(), relay.url().getPort())) {
            socket.getOutputStream().write((request + " HTTP/1.1\r\nHost: a\r\n\r\n").getBytes());
            socket.shutdownOutput();

            assertThat(new String(socket.getInputStream().readAllBytes())).doesNotStartWith("HTTP/1.1 2");
            assertThat(send(relay, "GET", "/next").statusCode()).isEqualTo(200);
        }
        assertThat(ended).containsExactly("GET /next true");
    }

    @Test
    void an_answer_that_is_too_long_is_not_handed_on_in_part() throws Exception {
        target.createContext("/long", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] part = new byte[1 << 20];
            for (int i = 0; i <= 64; i++) {
                exchange.getResponseBody().write(part);
            }
            exchange.close();
        });
        try (CountingRelay relay = CountingRelay.open(url(), between())) {
            assertThat(send(relay, "GET", "/long").statusCode()).isEqualTo(502);
        }
        assertThat(ended).containsExactly("GET /long false");
    }

    @Test
    void an_agent_that_fails_ends_the_counting() throws Exception {
        CountingRelay.Between broken = new CountingRelay.Between() {
            @Override
            public void begin(String name) {
                throw new CollectionFailed("the agent is gone");
            }

            @Override
            public void end(String name, String input, boolean answered) {}
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
            public void begin(String name) {}

            @Override
            public void end(String name, String input, boolean answered) {
                ended.add(name + " " + answered);
                inputs.add(input);
            }
        };
    }
}
