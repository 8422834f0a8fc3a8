package dev.flamegate.init.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.init.simulation.Endpoint.Off;
import dev.flamegate.init.simulation.Endpoint.Seen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class HarFileTest {
    private static final String JSON = "application/json";

    @TempDir
    Path folder;

    private final List<Map<String, Object>> entries = new ArrayList<>();

    @Test
    void requests_to_the_service_with_their_bodies() throws Exception {
        for (int i = 1; i <= 3; i++) {
            entry("GET", "https://Shop.example:8443/orders/" + i + "?page=1", 200, JSON, null);
        }
        entry("POST", "https://shop.example:8443/orders", 201, JSON, "{\"sku\": \"#{bolt} ${m4}\"}");
        entry("GET", "https://shop.example:8443/app.js", 200, "text/javascript; charset=utf-8", null);
        entry("GET", "https://cdn.example/data", 200, JSON, null);
        entry("GET", "wss://shop.example:8443/live", 101, "", null);

        Traffic traffic = Sources.read(folder, har());

        Endpoint orders = Sources.endpoint(traffic, "POST /orders");
        assertThat(orders.share()).isEqualTo(new Seen(1));
        assertThat(orders.calls()).extracting(Endpoint.Call::body).containsExactly("{\"sku\": \"#{bolt} ${m4}\"}");
        assertThat(orders.statuses()).containsExactly(201);
        assertThat(Sources.endpoint(traffic, "GET /orders/{id}").calls()).hasSize(3);
        assertThat(traffic.endpoints()).hasSize(2);
        assertThat(traffic.notes())
                .anyMatch(note -> note.contains("The service is shop.example:8443"))
                .anyMatch(note -> note.contains("to other hosts: 1 request"))
                .anyMatch(note -> note.contains("static files: 1 request"))
                .anyMatch(note -> note.contains("not over HTTP, or without an answer: 1 request"));
        String source = Sources.compiled(traffic, folder);
        // Texts of the file reach Gatling as values of a feeder, which it does not evaluate.
        assertThat(source).contains("StringBody(\"#{body}\")", "\"{\\\"sku\\\": \\\"#{bolt} ${m4}\\\"}\"");
        assertThat(source).doesNotContain("s3cr3t", "Cookie");
    }

    @Test
    void bodies_with_secrets_are_not_written() throws Exception {
        entry("GET", "http://shop/a", 200, JSON, null);
        entry("POST", "http://shop/login", 200, JSON, "{\"user\": {\"name\": \"ada\", \"password\": \"s3cr3t\"}}");

        Traffic traffic = Sources.read(folder, har());

        assertThat(Sources.endpoint(traffic, "POST /login").share()).isEqualTo(new Off(Bodies.UNSAFE));
        assertThat(Sources.compiled(traffic, folder)).doesNotContain("s3cr3t").contains(Bodies.UNSAFE);
    }

    @Test
    void a_recording_without_requests_to_send_is_refused() {
        assertThatThrownBy(() -> Sources.read(folder, har()))
                .isInstanceOf(UnusableTraffic.class)
                .hasMessageContaining("no request over HTTP");
        entry("GET", "http://shop/a", 500, JSON, null);
        assertThatThrownBy(() -> Sources.read(folder, har()))
                .isInstanceOf(UnusableTraffic.class)
                .hasMessageContaining("none of which can be sent again");
    }

    @Test
    void damaged_recordings_are_refused_with_what_is_wrong() {
        for (String text : List.of(
                "{\"log\": 1}",
                "{\"log\": {}}",
                "{\"log\": {\"entries\": {}}}",
                "{\"log\": {\"entries\": [1]}}",
                "{\"log\": {\"entries\": [{\"request\": 1}]}}",
                "{\"log\": {\"entries\": [{\"request\": {}",
                "{\"log\": {\"entries\": [{\"x\": " + "[".repeat(100_000) + "]}")) {
            assertThatThrownBy(() -> Sources.read(folder, text))
                    .as(text.substring(0, Math.min(60, text.length())))
                    .isInstanceOf(UnusableTraffic.class)
                    .hasMessageContaining("the HAR file");
        }
    }

    private void entry(String method, String url, int status, String type, @Nullable String body) {
        Map<String, Object> request = new HashMap<>(Map.of(
                "method", method, "url", url, "headers", List.of(Map.of("name", "Cookie", "value", "id=s3cr3t"))));
        if (body != null) {
            request.put("postData", Map.of("mimeType", JSON, "text", body));
        }
        entries.add(Map.of(
                "request",
                request,
                "response",
                Map.of("status", status, "content", Map.of("mimeType", type, "text", "s3cr3t")),
                "cache",
                Map.of()));
    }

    private String har() {
        return "\ufeff"
                + JsonMapper.shared().writeValueAsString(Map.of("log", Map.of("version", "1.2", "entries", entries)));
    }
}
