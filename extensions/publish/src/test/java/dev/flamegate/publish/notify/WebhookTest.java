package dev.flamegate.publish.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.collect.http.HttpDouble.Reply;
import dev.flamegate.targets.DeadPort;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookTest {
    private static final String PATH = "/services/T0SECRET/B0SECRET/XsecretX?sig=sigSECRET%2Fmore";
    private static final List<String> SECRETS =
            List.of("T0SECRET", "B0SECRET", "XsecretX", "sigSECRET", "/services", "127.0.0.1");

    private final HttpDouble server = new HttpDouble();
    private final CountDownLatch never = new CountDownLatch(1);

    @AfterEach
    void close() {
        never.countDown();
        server.close();
    }

    @Test
    void a_message_is_posted_as_json_to_the_whole_address() throws Exception {
        server.reply(HttpDouble.says(200, "text/plain", "ok"));

        webhook(30_000).send("{\"text\":\"ü\"}");

        assertThat(server.asked()).hasSize(1);
        assertThat(server.asked().get(0).method()).isEqualTo("POST");
        assertThat(server.asked().get(0).uri()).hasToString(PATH);
        assertThat(server.asked().get(0).body()).isEqualTo("{\"text\":\"ü\"}");
        assertThat(server.asked().get(0).headers().getFirst("Content-Type")).isEqualTo("application/json");
    }

    @Test
    void a_service_that_is_busy_is_asked_again() throws Exception {
        server.reply(
                HttpDouble.says(429, Map.of("Retry-After", "0"), "slow down"),
                HttpDouble.says(503, "text/plain", "later"),
                HttpDouble.says(202, "text/plain", ""));

        webhook(30_000).send("{}");

        assertThat(server.asked()).hasSize(3);
    }

    @Test
    void a_service_that_wants_too_long_a_pause_is_not_waited_for() {
        server.reply(HttpDouble.says(429, Map.of("Retry-After", "3600"), "slow down"));

        assertThat(failure(30_000)).hasMessageContaining("429: slow down. It takes no more messages");
        assertThat(server.asked()).hasSize(1);
    }

    /** What answers repeat of the address, or where they send on to. */
    static Stream<Reply> refusals() {
        return Stream.of(
                HttpDouble.says(500, "text/html", "<html><body>POST " + PATH + " failed</body></html>"),
                HttpDouble.says(404, "text/plain", "no_service " + PATH.replace("%2F", "/")),
                HttpDouble.says(400, "text/plain", "x".repeat(140) + " XsecretXXsecretX sigSECRET/more"),
                HttpDouble.says(302, Map.of("Location", "http://127.0.0.1:1" + PATH), "moved to " + PATH),
                HttpDouble.slowBytes(),
                HttpDouble.cutOff("{\"path\": \"" + PATH));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void what_goes_wrong_is_said_without_the_address(Reply reply) {
        server.reply(reply);

        Throwable failure = failure(1_500);

        assertThat(failure)
                .isInstanceOf(CollectionFailed.class)
                .hasMessageStartingWith("The webhook in SLACK_WEBHOOK_URL ");
        SECRETS.forEach(secret -> assertThat(failure).hasMessageNotContaining(secret));
    }

    @Test
    void a_redirect_is_not_followed() {
        server.reply(
                HttpDouble.says(307, Map.of("Location", server.address() + "/elsewhere"), ""),
                HttpDouble.says(200, "text/plain", "ok"));

        assertThat(failure(30_000)).hasMessageContaining("answers with status 307. It sends on to another address");
        assertThat(server.asked()).hasSize(1);
    }

    @Test
    void a_service_that_never_answers_is_asked_once() {
        server.reply((exchange, asked) -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });

        assertThat(failure(1_500)).hasMessageContaining("has not answered within 1 s");
        assertThat(server.asked()).hasSize(1);
    }

    @Test
    void an_answer_without_an_end_is_not_read_to_it() throws Exception {
        server.reply((exchange, asked) -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] much = new byte[1 << 16];
            for (int i = 0; i < 1 << 14; i++) {
                exchange.getResponseBody().write(much);
            }
        });

        webhook(30_000).send("{}");

        assertThat(server.asked()).hasSize(1);
    }

    @Test
    void nothing_listening_is_said_without_the_address() throws Exception {
        try (DeadPort port = new DeadPort()) {
            Throwable failure =
                    catchThrowable(() -> webhook(port.http() + PATH, 30_000).send("{}"));

            assertThat(failure).isInstanceOf(CollectionFailed.class).hasMessageContaining("does not answer");
            SECRETS.forEach(secret -> assertThat(failure).hasMessageNotContaining(secret));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://hooks.example/services/T0SECRET",
                "http://localhost/T0SECRET",
                "https:///T0SECRET",
                "https://user:T0SECRET@hooks.example/",
                "https://hooks.example/#T0SECRET",
                "ftp://127.0.0.1/T0SECRET",
                "T0SECRET not an address",
                "https://hooks.example/T0 SECRET"
            })
    void an_address_that_is_not_safe_is_refused_without_being_shown(String address) {
        assertThatThrownBy(() -> webhook(address, 1_500))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("SLACK_WEBHOOK_URL holds no ")
                .hasMessageNotContaining("SECRET")
                .hasNoCause();
    }

    @Test
    void only_variables_meant_for_webhooks_are_sent() throws Exception {
        String address = server.address() + PATH;
        server.reply(HttpDouble.says(200, "text/plain", "ok"));

        assertThatThrownBy(() -> Webhook.in("AWS_SECRET", Map.of("AWS_SECRET", address)))
                .hasMessageContaining("AWS_SECRET begins with none of FLAMEGATE_, SLACK_, TEAMS_")
                .hasMessageContaining("FLAMEGATE_ALLOW_SECRETS=AWS_SECRET");
        assertThatThrownBy(() -> Webhook.in(address, Map.of()))
                .hasMessageContaining("name a variable")
                .hasMessageNotContaining("SECRET");
        assertThatThrownBy(() -> Webhook.in("TEAMS_HOOK", Map.of("TEAMS_HOOK", " ")))
                .hasMessageContaining("TEAMS_HOOK is not set");
        Webhook.in("CHAT", Map.of("CHAT", address, "FLAMEGATE_ALLOW_SECRETS", "OTHER, CHAT"))
                .send("{}");
        assertThat(server.asked()).hasSize(1);
    }

    private Throwable failure(long millis) {
        return catchThrowable(() -> webhook(millis).send("{}"));
    }

    private Webhook webhook(long millis) {
        return webhook(server.address() + PATH, millis);
    }

    private static Webhook webhook(String address, long millis) {
        return Webhook.in(
                "SLACK_WEBHOOK_URL",
                Map.of("SLACK_WEBHOOK_URL", address),
                new ApiLimits(Duration.ofMillis(millis), 4, 64 << 10));
    }
}
