package dev.flamegate.collect.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.collect.Token;
import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Window;
import dev.flamegate.testing.Await;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProfileReceiverTest {
    private static final Window ALL = new Window(Instant.EPOCH, Instant.parse("2100-01-01T00:00:00Z"));
    private static final String INGEST = "/ingest?name=busy%7Ba%3Db%20c%7D&format=jfr";

    private final Token token = Token.random();
    private final ProfileReceiver receiver =
            ProfileReceiver.open(new ReceiverOptions(InetAddress.getLoopbackAddress(), token, 1 << 20, 1 << 21, null));
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        receiver.close();
    }

    @Test
    void recorded_pushes_of_the_agent_become_profiles() throws Exception {
        assertThat(push(INGEST, Pushes.body(Pushes.FIRST)).statusCode()).isEqualTo(200);
        assertThat(push("/pyroscope" + INGEST, Pushes.body(Pushes.STEADY)).statusCode())
                .isEqualTo(200);
        assertThat(receiver.awaitCovering(Instant.parse("2026-11-21T00:45:55Z"), Duration.ofSeconds(120)))
                .isTrue();
        ProfileCut cut = receiver.profiles(ALL, Double.NaN);
        assertThat(cut.warnings()).isEmpty();
        assertThat(cut.trees()).containsKeys(ProfileEvent.values());
        assertThat(cut.quality())
                .extracting(quality -> quality.event())
                .startsWith(ProfileEvent.CPU, ProfileEvent.WALL);
        assertThat(cut.quality().get(0).engine()).isEqualTo("ctimer");
    }

    @Test
    void what_is_not_covered_in_time_is_said() throws Exception {
        push(INGEST, Pushes.body(Pushes.FIRST));
        assertThat(receiver.awaitCovering(Instant.parse("2026-11-22T00:00:00Z"), Duration.ofMillis(300)))
                .isFalse();
    }

    @Test
    void a_window_without_recordings_is_a_warning() {
        ProfileCut cut = receiver.profiles(ALL, 1);
        assertThat(cut.trees()).isEmpty();
        assertThat(cut.warnings()).extracting(warning -> warning.id()).containsExactly("no-profile");
    }

    @Test
    void recordings_of_another_process_are_left_out_with_a_warning() throws Exception {
        receiver.expect(1);
        push(INGEST, Pushes.body(Pushes.FIRST));
        push(INGEST, "broken".getBytes(StandardCharsets.UTF_8));
        awaitWarning("foreign-profile");
        assertThat(receiver.profiles(ALL, 1).trees()).isEmpty();
    }

    @Test
    void a_push_without_the_token_is_refused() throws Exception {
        HttpRequest request = request(INGEST, Pushes.body(Pushes.FIRST)).build();
        assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(401);
        HttpRequest wrong = request(INGEST, Pushes.body(Pushes.FIRST))
                .header("X-Flamegate-Token", Token.random().hex())
                .build();
        assertThat(client.send(wrong, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(401);
    }

    @Test
    void formats_that_are_not_read_are_refused_with_what_to_do() throws Exception {
        HttpResponse<String> collapsed = push("/ingest?format=folded", new byte[10]);
        assertThat(collapsed.statusCode()).isEqualTo(415);
        assertThat(collapsed.body()).contains("PYROSCOPE_FORMAT=jfr");
        assertThat(push("/v1development/profiles", new byte[10]).statusCode()).isEqualTo(415);
        assertThat(push("/elsewhere", new byte[10]).statusCode()).isEqualTo(404);
    }

    @Test
    void a_bomb_is_refused_and_warned_of() throws Exception {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        bomb.writeBytes("--b\r\nContent-Disposition: form-data; name=\"jfr\"\r\n\r\n".getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
            zip.write(new byte[1 << 23]);
        }
        bomb.writeBytes(zipped.toByteArray());
        bomb.writeBytes("\r\n--b--\r\n".getBytes(StandardCharsets.UTF_8));
        assertThat(push(INGEST, bomb.toByteArray(), "multipart/form-data; boundary=b")
                        .statusCode())
                .isEqualTo(413);
        assertThat(push(INGEST, new byte[1 << 21], "multipart/form-data; boundary=b")
                        .statusCode())
                .isEqualTo(413);
        assertThat(receiver.profiles(ALL, 1).warnings())
                .extracting(warning -> warning.id())
                .containsExactly("no-profile", "profile-too-large", "profile-too-large");
    }

    @Test
    void a_cut_off_body_and_a_damaged_recording_are_warnings_and_the_next_push_is_taken() throws Exception {
        byte[] body = Pushes.body(Pushes.STEADY);
        assertThat(push(INGEST, Arrays.copyOf(body, 5_000), Pushes.type(body)).statusCode())
                .isEqualTo(400);
        byte[] garbage = "--b\r\nContent-Disposition: form-data; name=\"jfr\"\r\n\r\nFLR no\r\n--b--"
                .getBytes(StandardCharsets.UTF_8);
        assertThat(push(INGEST, garbage, "multipart/form-data; boundary=b").statusCode())
                .isEqualTo(200);
        awaitWarning("profile-unreadable");
        assertThat(push(INGEST, body).statusCode()).isEqualTo(200);
        assertThat(receiver.awaitCovering(Instant.parse("2026-11-21T00:45:54Z"), Duration.ofSeconds(120)))
                .isTrue();
    }

    @Test
    void the_environment_tells_the_agent_all_it_needs() {
        AgentSettings settings = AgentSettings.of(
                "demo", Set.of(ProfileEvent.CPU, ProfileEvent.WALL, ProfileEvent.ALLOC), Duration.ofMillis(10));
        Map<String, String> environment = receiver.environment(settings, "gate.internal");
        assertThat(environment)
                .containsEntry(
                        "PYROSCOPE_SERVER_ADDRESS",
                        "http://gate.internal:" + receiver.address().getPort())
                .containsEntry("PYROSCOPE_AP_EXTRA_ARGUMENTS", "wall=50ms")
                .containsEntry("PYROSCOPE_PROFILER_ALLOC", "512k")
                .containsEntry("PYROSCOPE_PROFILER_LOCK", "")
                .containsEntry("PYROSCOPE_UPLOAD_INTERVAL", "2s")
                .containsEntry("PYROSCOPE_HTTP_HEADERS", "{\"X-Flamegate-Token\":\"" + token.hex() + "\"}");
    }

    @Test
    void readiness_needs_no_token() throws Exception {
        HttpResponse<String> ready = client.send(
                HttpRequest.newBuilder(uri("/ready"))
                        .timeout(Duration.ofSeconds(120))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(ready.statusCode()).isEqualTo(200);
        assertThat(ready.body()).contains("ready");
    }

    private void awaitWarning(String id) throws InterruptedException {
        Await.until(
                "the warning " + id,
                () -> receiver.profiles(ALL, 1).warnings().stream()
                        .anyMatch(warning -> warning.id().equals(id)));
        assertThat(receiver.profiles(ALL, 1).warnings())
                .extracting(warning -> warning.id())
                .contains(id);
    }

    private HttpResponse<String> push(String path, byte[] body) throws IOException, InterruptedException {
        return push(path, body, body.length < 100 ? "text/plain" : Pushes.type(body));
    }

    private HttpResponse<String> push(String path, byte[] body, String type) throws IOException, InterruptedException {
        HttpRequest request = request(path, body)
                .setHeader("Content-Type", type)
                .header("X-Flamegate-Token", token.hex())
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Without a known length, as the agent sends: in chunks. */
    private HttpRequest.Builder request(String path, byte[] body) {
        return HttpRequest.newBuilder(uri(path))
                .timeout(Duration.ofSeconds(120))
                .header("Content-Type", "multipart/form-data; boundary=b")
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)));
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + receiver.address().getPort() + path);
    }
}
