package dev.flamegate.init.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.flamegate.init.simulation.Endpoint.Call;
import dev.flamegate.init.simulation.Endpoint.Off;
import dev.flamegate.init.simulation.Endpoint.Seen;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessLogTest {
    @TempDir
    Path folder;

    @Test
    void endpoints_with_their_shares_and_the_targets_that_were_seen() throws Exception {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            log.append(line("GET", "/orders/" + i + "?expand=lines&token=s3cr3t", 200));
        }
        for (int i = 0; i < 100; i++) {
            log.append(line("GET", "/health", i % 2 == 0 ? 200 : 304));
        }
        log.append(line("POST", "/orders", 201)).append(line("DELETE", "/orders/7", 204));

        Traffic traffic = Sources.read(folder, log.toString());

        Endpoint orders = Sources.endpoint(traffic, "GET /orders/{id}");
        assertThat(orders.share()).isEqualTo(new Seen(300));
        assertThat(orders.calls())
                .hasSize(RequestSample.MOST_CALLS)
                .doesNotHaveDuplicates()
                .allSatisfy(call -> assertThat(call.target()).matches("/orders/\\d+\\?expand=lines"));
        Endpoint health = Sources.endpoint(traffic, "GET /health");
        assertThat(health.statuses()).containsExactly(200);
        assertThat(health.calls()).containsExactly(new Call("/health", null));
        assertThat(Sources.endpoint(traffic, "POST /orders").share()).isInstanceOf(Off.class);
        assertThat(Sources.endpoint(traffic, "DELETE /orders/{id}").share()).isInstanceOf(Off.class);
        assertThat(SimulationSource.shares(traffic.endpoints())).containsExactly(750, 250, 0, 0);
        assertThat(traffic.guesses())
                .contains("Simulation: from an access log with 402 requests, 2 endpoints loaded, 2 more written with"
                        + " share 0")
                .anyMatch(note -> note.contains("the parameters token"));
        assertThat(Sources.compiled(traffic, folder)).doesNotContain("s3cr3t", "10.0.0.1", "ada");
    }

    @Test
    void what_is_no_load_on_the_service_is_left_out_and_said() throws Exception {
        Traffic traffic = Sources.read(
                folder,
                line("GET", "/a", 200)
                        + line("GET", "/b", 404)
                        + line("GET", "/c", 503)
                        + line("OPTIONS", "/a", 200)
                        + line("GET", "/app.css", 200)
                        + "10.0.0.1 - - [22/Nov/2026:10:00:00 +0000] \"-\" 408 -\n"
                        + "10.0.0.1 - - [22/Nov/2026:10:00:00 +0000] \"GET HTTP/1.1\" 400 -\n"
                        + "something else\n");

        assertThat(traffic.endpoints()).extracting(Endpoint::name).containsExactly("GET /a");
        assertThat(traffic.notes())
                .anyMatch(note -> note.contains("not answered with 2xx or 3xx: 2 requests"))
                .anyMatch(note -> note.contains("static files: 1 request"))
                .anyMatch(note -> note.contains("unusual methods and what is no request: 3 requests"))
                .anyMatch(note -> note.contains("not in the common or combined format: 1 line"));
    }

    @Test
    void the_most_frequent_endpoints_are_written_and_the_rest_is_named() throws Exception {
        StringBuilder log = new StringBuilder();
        for (int endpoint = 0; endpoint < 25; endpoint++) {
            log.append(line("GET", "/e" + (char) ('a' + endpoint), 200).repeat(50 - endpoint));
        }

        Traffic traffic = Sources.read(folder, log.toString());

        assertThat(traffic.endpoints()).hasSize(ObservedRequests.MOST_ENDPOINTS);
        assertThat(traffic.notes()).singleElement().asString().contains("140 requests to 5 endpoints: GET /eu (30)");
    }

    @Test
    void a_sample_follows_what_was_asked_for_often() throws Exception {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 4_000; i++) {
            log.append(line("GET", "/orders/" + (i % 2 == 0 ? 1 : i), 200));
        }

        Endpoint orders = Sources.endpoint(Sources.read(folder, log.toString()), "GET /orders/{id}");

        assertThat(orders.calls().stream().filter(call -> call.target().equals("/orders/1")))
                .hasSizeBetween(60, 140);
    }

    @Test
    void names_in_paths_are_folded_and_frequent_parts_stay() throws Exception {
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            String user =
                    "/users/" + Integer.toString(i + 100, 36).replaceAll("\\d", "z") + "x" + (char) ('a' + i % 26);
            log.append(line("GET", user + "/orders", 200)).append(line("GET", "/users/me", 200));
        }

        Traffic traffic = Sources.read(folder, log.toString());

        assertThat(traffic.endpoints())
                .extracting(Endpoint::name, Endpoint::share)
                .containsExactly(
                        tuple("GET /users/me", new Seen(5_000)), tuple("GET /users/{name}/orders", new Seen(5_000)));
        assertThat(traffic.endpoints().get(1).calls()).hasSize(RequestSample.MOST_CALLS);
        assertThat(traffic.notes()).singleElement().asString().endsWith("in one place: /users/{name}");
    }

    @ParameterizedTest
    @CsvSource({
        "/orders/17, /orders/{id}",
        "/orders/17.pdf, /orders/{id}.pdf",
        "/v1/orders, /v1/orders",
        "/a/0b0f3a1e-9a39-4c3f-8f0e-2f1f6a7a9c11/b, /a/{id}/b",
        "/a/5f3e9c0d2b1a4f6e8d7c, /a/{id}",
        "/a/01ARZ3NDEKTSV4RRFFQ69G5FAV, /a/{id}",
        "/days/2026-11-22, /days/{date}",
        "/facade/decade, /facade/decade",
        "/administration-of-everything, /administration-of-everything",
        "http://shop.example/orders/1?x=y, /orders/{id}",
        "/a;jsessionid=ABC/b;v=1, /a/b"
    })
    void ids_are_folded(String target, String template) {
        assertThat(RequestTarget.of(target).orElseThrow().template()).isEqualTo(template);
    }

    @ParameterizedTest
    @CsvSource({
        "/a?api_key=1&q=2, /a?q=2",
        "/a?access_token=1, /a",
        "/a?X-Amz-Signature=1&X-Amz-Date=2, /a?X-Amz-Date=2",
        "/a?%74oken=1&b=c, /a?b=c",
        "/a?author=1&keyword=2&passenger=3, /a?author=1&keyword=2&passenger=3",
        "/a?x=ghp_abcdefghijklmnop0123&y=1, /a?y=1",
        "/a;jsessionid=ABC?q=1, /a?q=1",
        "/a?q=#{x}, /a?q=",
        "/a?q=${x}\"b, /a?q=$%7Bx%7D%22b",
        "/a b\\c, /a%20b%5Cc",
        "/ä%zz, /%C3%A4%25zz"
    })
    void targets_are_clean(String target, String clean) {
        assertThat(RequestTarget.of(target).orElseThrow().target()).isEqualTo(clean);
    }

    @Test
    void tokens_in_paths_are_not_written() throws Exception {
        Traffic traffic =
                Sources.read(folder, line("GET", "/a", 200) + line("GET", "/reset/ghp_abcdefghijklmnop0123", 200));

        assertThat(Sources.compiled(traffic, folder)).doesNotContain("ghp_");
    }

    @Test
    void what_servers_escape_is_escaped_for_a_uri() {
        Optional<AccessLog.Line> line = AccessLog.parse(
                "::1 - a [b] [22/Nov/2026:10:00:00 +0000] \"GET /a\\x22\\\"b c HTTP/1.1\" 200 5 \"-\" \"x\"");

        assertThat(line).contains(new AccessLog.Line("GET", "/a%22%22b c", 200));
    }

    @Test
    void bytes_that_are_no_text_and_a_line_without_end_are_read() throws IOException, UnusableTraffic {
        byte[] first = line("GET", "/caf\u00e9", 200).getBytes(StandardCharsets.ISO_8859_1);
        byte[] log = Arrays.copyOf(first, 2_000_000);

        Traffic traffic = TrafficFile.read(Files.write(folder.resolve("access.log"), log));

        assertThat(traffic.endpoints()).extracting(Endpoint::template).containsExactly("/caf%E9");
    }

    static String line(String method, String target, int status) {
        return "10.0.0.1 - ada [22/Nov/2026:10:00:00 +0000] \"" + method + " " + target + " HTTP/1.1\" " + status
                + " 512 \"-\" \"curl/8\"\n";
    }
}
