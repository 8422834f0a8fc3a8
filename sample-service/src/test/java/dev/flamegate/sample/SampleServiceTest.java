package dev.flamegate.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SampleServiceTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static SampleService service;

    @BeforeAll
    static void start() throws IOException {
        service = SampleService.start(0, Map.of());
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void matrix_answers_the_same_checksum_with_and_without_the_short_cut() throws Exception {
        try (SampleService fast = SampleService.start(0, Map.of("FEATURE_IDENTITY_MATRIX", "true"))) {
            HttpResponse<String> slow = get(service, "/matrix");
            assertThat(slow.statusCode()).isEqualTo(200);
            assertThat(slow.headers().firstValue("Content-Type")).contains("application/json");
            assertThat(slow.body()).matches("\\{\"factors\":\\d+,\"checksum\":-?\\d{6,}}");
            assertThat(get(fast, "/matrix").body()).isEqualTo(slow.body());
        }
    }

    @Test
    void it_listens_where_it_is_told_to() throws IOException {
        try (SampleService local = SampleService.start(0, Map.of("LISTEN", "127.0.0.1"));
                SampleService open = SampleService.start(0, Map.of("LISTEN", "0.0.0.0"));
                SampleService pod = SampleService.start(0, Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1"))) {
            assertThat(local.address().isLoopbackAddress()).isTrue();
            assertThat(open.address().isAnyLocalAddress()).isTrue();
            assertThat(pod.address().isAnyLocalAddress()).isTrue();
        }
    }

    @Test
    @DisabledIf("isInContainer")
    void no_other_machine_reaches_it_unless_it_is_told_to() {
        assertThat(service.address().isLoopbackAddress()).isTrue();
    }

    static boolean isInContainer() {
        return Files.exists(Paths.get("/.dockerenv")) || Files.exists(Paths.get("/run/.containerenv"));
    }

    @Test
    void delay_says_how_long_it_slept() throws Exception {
        assertThat(get(service, "/delay").body()).isEqualTo("{\"sleptMs\":5}");
        assertThat(get(service, "/delay?other=x&ms=1").body()).isEqualTo("{\"sleptMs\":1}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "-1", "10001", ""})
    void delay_refuses_what_is_no_sensible_time(String millis) throws Exception {
        assertThat(get(service, "/delay?ms=" + millis).statusCode()).isEqualTo(400);
    }

    @Test
    void orders_are_priced_with_bulk_discount_and_tax() throws Exception {
        HttpResponse<String> answer = post("/orders", """
                {"customer": "ada", "lines": [{"sku": "a", "quantity": 2}, {"sku": "a", "quantity": 10}]}""");
        assertThat(answer.statusCode()).isEqualTo(201);
        // "a".hashCode() is 97, so one costs 1.97
        assertThat(answer.body())
                .isEqualTo("{\"customer\":\"ada\",\"lines\":[{\"sku\":\"a\",\"quantity\":2,\"cents\":394},"
                        + "{\"sku\":\"a\",\"quantity\":10,\"cents\":1773}],\"netCents\":2167,\"grossCents\":2579}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "not json",
                "null",
                "[]",
                "{}",
                "{\"customer\": \"ada\", \"lines\": []}",
                "{\"customer\": \" \", \"lines\": [{\"sku\": \"a\", \"quantity\": 1}]}",
                "{\"customer\": \"ada\", \"lines\": [null]}",
                "{\"customer\": \"ada\", \"lines\": [{\"sku\": \"a\", \"quantity\": 0}]}",
                "{\"customer\": \"ada\", \"lines\": [{\"quantity\": 1}]}"
            })
    void orders_that_are_no_orders_are_refused_with_a_reason(String body) throws Exception {
        HttpResponse<String> answer = post("/orders", body);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).startsWith("{\"error\":\"");
    }

    @Test
    void health_is_up() throws Exception {
        assertThat(get(service, "/health").body()).isEqualTo("{\"status\":\"UP\"}");
    }

    @ParameterizedTest
    @CsvSource({"GET, /nothing, 404", "POST, /matrix, 405", "GET, /orders, 405", "HEAD, /matrix, 405"})
    void wrong_paths_and_methods_are_told(String method, String path, int status) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri(service, path))
                .method(method, BodyPublishers.noBody())
                .build();
        assertThat(CLIENT.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(status);
    }

    @Test
    void metrics_tell_requests_by_endpoint_workers_and_the_jvm() throws Exception {
        get(service, "/health");
        HttpResponse<String> answer = get(service, "/metrics");
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain; version=0.0.4");
        assertThat(answer.body())
                .contains("http_server_request_duration_seconds_bucket{endpoint=\"GET /health\",status=\"200\",le=\"")
                .contains("http_server_pool_threads ")
                // The one that answers this; the one that answered before may not have come to rest yet.
                .containsPattern("http_server_pool_active_threads [1-9]\\.0")
                .contains("http_server_pool_queue_size ", "jvm_memory_used_bytes", "process_cpu_seconds_total");
    }

    @Test
    void metrics_come_in_the_format_asked_for() throws Exception {
        assertThat(metricsType("application/openmetrics-text; version=1.0.0"))
                .startsWith("application/openmetrics-text");
        assertThat(metricsType(
                        "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited"))
                .startsWith("application/vnd.google.protobuf");
    }

    @Test
    void the_fault_answer_500_spares_health() throws Exception {
        try (SampleService faulty = SampleService.start(0, Map.of("FAULT", "answer-500"))) {
            assertThat(get(faulty, "/matrix").statusCode()).isEqualTo(500);
            assertThat(get(faulty, "/health").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void the_fault_never_ready_answers_503() throws Exception {
        try (SampleService faulty = SampleService.start(0, Map.of("FAULT", "never-ready"))) {
            assertThat(get(faulty, "/health").statusCode()).isEqualTo(503);
        }
    }

    private static String metricsType(String accept) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri(service, "/metrics"))
                .header("Accept", accept)
                .timeout(Duration.ofSeconds(120))
                .build();
        HttpResponse<byte[]> answer = CLIENT.send(request, BodyHandlers.ofByteArray());
        assertThat(new String(answer.body(), StandardCharsets.UTF_8)).contains("http_server_pool_threads");
        return answer.headers().firstValue("Content-Type").orElseThrow();
    }

    private static HttpResponse<String> get(SampleService target, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri(target, path))
                .timeout(Duration.ofSeconds(120))
                .build();
        return CLIENT.send(request, BodyHandlers.ofString());
    }

    private static HttpResponse<String> post(String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri(service, path))
                .POST(BodyPublishers.ofString(body))
                .timeout(Duration.ofSeconds(120))
                .build();
        return CLIENT.send(request, BodyHandlers.ofString());
    }

    private static URI uri(SampleService target, String path) {
        return URI.create("http://127.0.0.1:" + target.port() + path);
    }
}
