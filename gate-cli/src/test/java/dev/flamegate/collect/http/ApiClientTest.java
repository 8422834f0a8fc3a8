package dev.flamegate.collect.http;

import static dev.flamegate.collect.http.HttpDouble.cutOff;
import static dev.flamegate.collect.http.HttpDouble.json;
import static dev.flamegate.collect.http.HttpDouble.says;
import static dev.flamegate.collect.http.HttpDouble.slowBytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.targets.DeadPort;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiClientTest {
    private static final ApiLimits LIMITS = ApiLimits.within(Duration.ofSeconds(10));

    private final HttpDouble server = new HttpDouble();

    @AfterEach
    void stop() {
        server.close();
    }

    private ApiClient client(ApiLimits limits) {
        return new ApiClient(server.address(), "Prometheus", "Is prometheus in the plan right?", limits);
    }

    @Test
    void a_request_carries_its_query_its_body_and_the_headers_of_the_server() throws Exception {
        server.reply(json("{\"a\": [1, 2]}"));
        ServerAddress address =
                ServerAddress.of(URI.create(server.address() + "/base/")).withBearer("s3cret-token");
        ApiClient client = new ApiClient(address.withHeader("X-Scope-OrgID", "team"), "It", "Check.", LIMITS);

        Answer got = client.get("/api", Form.of("query", "up{a=\"b c\"}").and("time", "1"));
        client.postForm("api", Form.of("query", "a&b").and("query", "ü"));
        client.postJson("/api", "{}");
        client.post("/ingest", Form.of("name", "x"), "application/octet-stream", new byte[] {1, 2});

        assertThat(got.json().get("a").get(1).intValue()).isEqualTo(2);
        assertThat(server.asked().get(0).uri()).hasToString("/base/api?query=up%7Ba%3D%22b+c%22%7D&time=1");
        assertThat(server.asked().get(1).body()).isEqualTo("query=a%26b&query=%C3%BC");
        assertThat(server.asked().get(1).headers().getFirst("Content-Type"))
                .isEqualTo("application/x-www-form-urlencoded");
        assertThat(server.asked().get(2).headers().getFirst("Content-Type")).isEqualTo("application/json");
        assertThat(server.asked().get(3).uri()).hasToString("/base/ingest?name=x");
        assertThat(server.asked()).allSatisfy(asked -> {
            assertThat(asked.headers().getFirst("Authorization")).isEqualTo("Bearer s3cret-token");
            assertThat(asked.headers().getFirst("X-Scope-OrgID")).isEqualTo("team");
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 502, 503, 504})
    void what_passes_is_tried_again(int status) throws Exception {
        server.reply(says(status, Map.of("Retry-After", "0"), "busy"), says(status, "text/plain", "busy"), json("{}"));
        assertThat(client(LIMITS).get("/", Form.EMPTY).isOk()).isTrue();
        assertThat(server.asked()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 404, 422, 500, 501})
    void what_does_not_pass_is_not_tried_again(int status) throws Exception {
        server.reply(says(status, "text/plain", "no"), json("{}"));
        assertThat(client(LIMITS).get("/", Form.EMPTY).status()).isEqualTo(status);
        assertThat(server.asked()).hasSize(1);
    }

    @Test
    void a_server_that_stays_busy_is_named_with_what_it_said() throws Exception {
        server.reply(says(503, "text/plain", "no healthy upstream"));
        ApiClient client = client(LIMITS);
        assertThatThrownBy(() -> client.get("/api", Form.EMPTY).orFail())
                .isInstanceOf(CollectionFailed.class)
                .hasMessage("Prometheus at " + server.address()
                        + "/api answers with status 503: no healthy upstream. Is prometheus in the plan right?");
        assertThat(server.asked()).hasSize(LIMITS.attempts());
    }

    @Test
    void a_pause_longer_than_the_time_left_is_not_begun() throws Exception {
        server.reply(says(429, Map.of("Retry-After", "3600"), "slow down"), json("{}"));
        ApiClient client = client(LIMITS);
        assertThatThrownBy(() -> client.get("/", Form.EMPTY).orFail())
                .hasMessageContaining("status 429: slow down. The server limits the rate of requests");
        assertThat(server.asked()).hasSize(1);
    }

    @Test
    void a_date_to_come_back_at_is_understood() throws Exception {
        server.reply(says(503, Map.of("Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT"), ""), json("{}"));
        assertThat(client(LIMITS).get("/", Form.EMPTY).isOk()).isTrue();
    }

    @Test
    void html_instead_of_json_is_named_with_its_first_words() {
        server.reply(
                says(
                        200,
                        "text/html; charset=utf-8",
                        "<!DOCTYPE html><html><head><style>p {}</style><title>Sign in</title></head><body>\n<p>Please sign in"));
        ApiClient client = client(LIMITS);
        assertThatThrownBy(() -> client.get("/api", Form.EMPTY).json())
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("answers with an HTML page (text/html; charset=utf-8): Sign in Please sign in. ")
                .hasMessageContaining("credentials");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"a\": ", "null", "7", "{} trailing"})
    void what_is_no_json_is_named(String body) {
        server.reply(says(200, "application/json", body));
        ApiClient client = client(LIMITS);
        assertThatThrownBy(() -> client.get("/api", Form.EMPTY).json())
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining(
                        body.isEmpty()
                                ? "answers with nothing"
                                : "answers with something other than JSON (application/json): ");
    }

    @Test
    void an_error_with_a_page_instead_of_json_keeps_its_status() {
        server.reply(says(404, "text/html", "<html><h1>Not Found</h1>"));
        ApiClient client = client(LIMITS);
        assertThatThrownBy(() -> client.get("/api", Form.EMPTY).json())
                .hasMessageContaining("answers with status 404 and an HTML page (text/html): Not Found. "
                        + "Is a base path missing in the address");
    }

    @Test
    void slow_bytes_end_with_the_time() {
        server.reply(slowBytes());
        ApiClient client = client(ApiLimits.within(Duration.ofMillis(300)));
        assertThatThrownBy(() -> client.get("/api", Form.EMPTY))
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("has not answered within 300 ms");
    }

    @Test
    void a_body_that_breaks_off_is_fetched_again() throws Exception {
        server.reply(cutOff("{\"a\""), json("{\"a\": 1}"));
        assertThat(client(LIMITS).get("/", Form.EMPTY).json().get("a").intValue())
                .isEqualTo(1);

        server.reply(cutOff("{\"a\""));
        ApiClient once = client(LIMITS.once());
        assertThatThrownBy(() -> once.get("/", Form.EMPTY))
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("does not answer (");
    }

    @Test
    void a_huge_body_is_not_taken_in() throws Exception {
        server.reply(json("[" + "1,".repeat(100_000) + "1]"));
        Answer answer = client(new ApiLimits(Duration.ofSeconds(10), 1, 1000)).get("/", Form.EMPTY);
        assertThat(answer.isCutOff()).isTrue();
        assertThat(answer.text()).hasSize(1001);
        assertThatThrownBy(answer::json).hasMessageContaining("answers with more than 1000 bytes: [1,1,1");
        assertThat(client(LIMITS).get("/", Form.EMPTY).isCutOff()).isFalse();
    }

    @Test
    void nobody_there_is_named() throws IOException {
        try (DeadPort port = new DeadPort()) {
            ServerAddress nobody = ServerAddress.of(URI.create(port.http()));
            ApiClient client =
                    new ApiClient(nobody, "Pyroscope", "Check.", new ApiLimits(Duration.ofSeconds(10), 2, 1000));
            assertThatThrownBy(() -> client.get("/api", Form.EMPTY))
                    .isInstanceOf(CollectionFailed.class)
                    .hasMessage(
                            "Pyroscope at " + port.http()
                                    + "/api does not answer (nothing listens there, or the name is unknown, tried 2 times). Check.");
        }
    }

    @Test
    void a_redirect_does_not_carry_credentials_away() throws Exception {
        server.reply(says(302, Map.of("Location", "http://127.0.0.1:1/login?token=abc"), ""));
        ApiClient client = new ApiClient(server.address().withBearer("s3cret-token"), "It", "Check.", LIMITS);
        assertThatThrownBy(() -> client.get("/", Form.EMPTY).orFail())
                .hasMessageContaining("status 302 to http://127.0.0.1:1/login. Does it require credentials")
                .hasMessageNotContaining("abc");
        assertThat(server.asked()).hasSize(1);
    }

    /** A service under test may name the cloud's own addresses, or what listens on the gate's loopback. */
    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void no_redirect_leads_into_the_networks_of_the_gate(int status) throws Exception {
        try (HttpDouble inside = new HttpDouble()) {
            inside.reply(HttpDouble.json("{\"SecretAccessKey\": \"wJalrXUtnFEMI\"}"));
            server.reply(says(status, Map.of("Location", inside.address() + "/latest/meta-data"), ""));

            assertThatThrownBy(() -> client(LIMITS).get("/metrics", Form.EMPTY).orFail())
                    .hasMessageContaining("status " + status + " to " + inside.address())
                    .hasMessageContaining("name the final address")
                    .hasMessageNotContaining("wJalrXUtnFEMI");
            assertThatThrownBy(() -> client(LIMITS).postJson("/query", "{}").orFail())
                    .hasMessageNotContaining("wJalrXUtnFEMI");
            assertThat(inside.asked()).isEmpty();
        }
    }

    @Test
    void credentials_are_in_no_text_of_ours() {
        server.reply((exchange, asked) -> says(
                        400, "text/plain", "bad token " + asked.headers().getFirst("Authorization"))
                .to(exchange, asked));
        ServerAddress address = server.address().withBearer("s3cret-token");
        ApiClient client = new ApiClient(address, "It", "Check.", LIMITS);
        assertThatThrownBy(() -> client.get("/", Form.EMPTY).orFail())
                .hasMessageContaining("bad token Bearer ***")
                .hasMessageNotContaining("s3cret");
        assertThat(address.toString()).isEqualTo(server.address().toString());

        ServerAddress basic = ServerAddress.of(URI.create("https://me:pa%3Ass@example.org/x/"));
        assertThat(basic).hasToString("https://example.org/x");
        assertThat(basic.headers())
                .containsEntry(
                        "authorization",
                        "Basic "
                                + java.util.Base64.getEncoder()
                                        .encodeToString("me:pa:ss".getBytes(StandardCharsets.UTF_8)));
        assertThatThrownBy(() -> address.withBearer("s3cret\n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Authorization: ")
                .hasMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://me:s3cret@h/", "me:s3cret@h", "http:///path", "/path", "http://me:s3cret@h/?a=b"})
    void what_is_no_address_is_refused_without_showing_credentials(String address) {
        assertThatThrownBy(() -> ServerAddress.of(URI.create(address)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Host", "content-length", "a b", "", "X:"})
    void what_is_no_header_is_refused(String name) {
        assertThatThrownBy(() -> server.address().withHeader(name, "s3cret"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("s3cret");
    }
}
