package dev.flamegate.collect.receiver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.collect.Token;
import dev.flamegate.collect.http.ApiClient;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.model.Window;
import dev.flamegate.testing.Await;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForwarderTest {
    private static final Window ALL = new Window(Instant.EPOCH, Instant.parse("2100-01-01T00:00:00Z"));
    private static final String INGEST =
            "/ingest?name=busy%7Ba%3Db+c%2Carm%3Dold%7D&units=samples&from=1&until=2&spyName=javaspy&format=jfr";

    private final Token token = Token.random();
    private final HttpDouble server = new HttpDouble();
    private final ProfileReceiver receiver = ProfileReceiver.open(
            ReceiverOptions.loopback(token).forwardingTo(forwarding("", Map.of("arm", "candidate", "run", "r-1"))));
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        receiver.close();
        server.close();
    }

    private Forwarding forwarding(String service, Map<String, String> labels) {
        ApiClient pyroscope = new ApiClient(
                server.address().withBearer("s3cret"), "Pyroscope", "Check.", ApiLimits.within(Duration.ofSeconds(60)));
        return new Forwarding(pyroscope, service, labels);
    }

    @Test
    void a_push_goes_on_as_it_came_with_labels_added() throws Exception {
        server.reply(HttpDouble.json("{}"));
        byte[] body = Pushes.body(Pushes.STEADY);
        assertThat(push(INGEST, body)).isEqualTo(200);
        awaitAsked(1);
        HttpDouble.Asked asked = server.asked().get(0);
        assertThat(asked.uri().getPath()).isEqualTo("/ingest");
        assertThat(asked.fields())
                .isEqualTo(Map.of(
                        "name", "busy{a=b c,arm=candidate,run=r-1}",
                        "units", "samples",
                        "from", "1",
                        "until", "2",
                        "spyName", "javaspy",
                        "format", "jfr"));
        assertThat(asked.body()).isEqualTo(new String(body, StandardCharsets.UTF_8));
        assertThat(asked.headers().getFirst("Content-Type")).isEqualTo(Pushes.type(body));
        assertThat(asked.headers().getFirst("Authorization")).isEqualTo("Bearer s3cret");
        assertThat(asked.headers()).doesNotContainKey("X-flamegate-token");
        assertThat(receiver.awaitCovering(Instant.parse("2026-11-21T00:45:54Z"), Duration.ofSeconds(120)))
                .isTrue();
        assertThat(receiver.profiles(ALL, Double.NaN).warnings()).isEmpty();
    }

    @Test
    void a_push_that_is_refused_does_not_go_on() throws Exception {
        assertThat(push(INGEST, "broken".getBytes(StandardCharsets.UTF_8))).isGreaterThanOrEqualTo(400);
        assertThat(receiver.forwarded()).isEqualTo(Forwarder.Tally.NONE);
    }

    @Test
    void what_the_server_does_not_take_is_counted_and_told_once_and_the_measurement_goes_on() throws Exception {
        server.reply(HttpDouble.says(422, "application/json", "{\"message\":\"no\"}"));
        byte[] body = Pushes.body(Pushes.STEADY);
        assertThat(push(INGEST, body)).isEqualTo(200);
        assertThat(push(INGEST, body)).isEqualTo(200);
        awaitFailed(2);
        assertThat(receiver.forwarded()).isEqualTo(new Forwarder.Tally(2, 2));
        assertThat(receiver.awaitCovering(Instant.parse("2026-11-21T00:45:54Z"), Duration.ofSeconds(120)))
                .isTrue();
        assertThat(receiver.profiles(ALL, Double.NaN).trees()).isNotEmpty();
        assertThat(receiver.profiles(ALL, Double.NaN).warnings())
                .singleElement()
                .satisfies(warning -> {
                    assertThat(warning.id()).isEqualTo("profile-not-forwarded");
                    assertThat(warning.message()).contains("status 422").doesNotContain("s3cret");
                });
    }

    @Test
    void a_server_that_hangs_holds_nobody_up_and_the_queue_is_bounded() throws Exception {
        CountDownLatch hang = new CountDownLatch(1);
        server.reply((exchange, asked) -> {
            try {
                hang.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try (Forwarder forwarder = new Forwarder(forwarding("", Map.of()))) {
            for (int i = 0; i < 100; i++) {
                forwarder.offer("name=x", "text/plain", new byte[10]);
            }
            assertThat(forwarder.tally().offered()).isEqualTo(100);
            assertThat(forwarder.tally().failed()).isBetween(34, 36);
            assertThat(forwarder.warning().orElseThrow().message()).contains("more slowly than they arrive");
        } finally {
            hang.countDown();
        }
    }

    @Test
    void what_waits_at_the_end_is_sent_when_the_server_answers() throws Exception {
        server.reply(HttpDouble.json("{}"));
        Forwarder forwarder = new Forwarder(forwarding("svc", Map.of()));
        for (int i = 0; i < 20; i++) {
            forwarder.offer("name=x&i=" + i, "text/plain", new byte[10]);
        }
        forwarder.close();
        assertThat(forwarder.tally()).isEqualTo(new Forwarder.Tally(20, 0));
        assertThat(server.asked()).hasSize(20);
        forwarder.offer("name=x", "text/plain", new byte[10]);
        assertThat(forwarder.tally()).isEqualTo(new Forwarder.Tally(21, 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "busy | busy{arm=b,run=1}",
                "busy{} | busy{arm=b,run=1}",
                "busy{x=y} | busy{arm=b,run=1,x=y}",
                "busy{arm=z,v=OpenJDK 17.0.15+6/a} | busy{arm=b,run=1,v=OpenJDK 17.0.15+6/a}",
                "busy{x | busy{arm=b,run=1}",
            })
    void labels_join_those_of_the_name(String own, String forwarded) {
        String name = forwarding("", Map.of("run", "1", "arm", "b")).name(own);
        assertThat(name).isEqualTo(forwarded);
        assertThat(forwarding("svc", Map.of()).name(own)).startsWith("svc{");
    }

    @Test
    void labels_that_the_name_cannot_hold_are_refused() {
        assertThatThrownBy(() -> forwarding("", Map.of("a", "b,c"))).hasMessageStartingWith("a=b,c: ");
        assertThatThrownBy(() -> forwarding("", Map.of("a b", "c"))).hasMessageStartingWith("a b=c: ");
        assertThatThrownBy(() -> forwarding("a b", Map.of())).hasMessageStartingWith("a b: ");
    }

    private int push(String path, byte[] body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + receiver.address().getPort() + path))
                .timeout(Duration.ofSeconds(120))
                .header("Content-Type", body.length < 100 ? "text/plain" : Pushes.type(body))
                .header("X-Flamegate-Token", token.hex())
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    private void awaitAsked(int count) throws InterruptedException {
        Await.until(count + " pushes", () -> server.asked().size() >= count);
        assertThat(server.asked()).hasSize(count);
    }

    private void awaitFailed(int count) throws InterruptedException {
        Await.until(count + " failures", () -> receiver.forwarded().failed() >= count);
    }
}
