package dev.flamegate.sample.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.sample.SampleService;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenariosTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    static Set<String> names() {
        return Scenarios.names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void problem_and_fix_answer_the_same(String name) throws Exception {
        HttpResponse<String> problem = answer(name + ":problem", "/" + name);

        assertThat(problem.statusCode()).isEqualTo(200);
        assertThat(problem.body()).startsWith("{").isNotEqualTo("{}");
        assertThat(members(answer(name + ":fixed", "/" + name))).isEqualTo(members(problem));
        assertThat(members(answer(name, "/" + name)))
                .as("a scenario without a variant is the problem")
                .isEqualTo(members(problem));
    }

    @ParameterizedTest
    @MethodSource("names")
    void each_is_told_apart_in_the_metrics_by_its_endpoint(String name) throws Exception {
        try (SampleService service = SampleService.start(0, Map.of("SCENARIO", name))) {
            get(service, "/" + name);
            assertThat(get(service, "/metrics").body())
                    .contains("http_server_request_duration_seconds_count{endpoint=\"GET /" + name + "\"");
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void threads_of_a_scenario_end_with_it(String name) throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        answer(name + ":problem", "/" + name);

        List<Thread> left = new ArrayList<>(Thread.getAllStackTraces().keySet());
        left.removeAll(before);
        left.removeIf(thread -> thread.getName().startsWith("HttpClient"));
        for (Thread thread : left) {
            thread.join(120_000);
            assertThat(thread.isAlive() && !thread.isDaemon())
                    .as(thread.getName())
                    .isFalse();
        }
    }

    @Test
    void without_a_name_there_is_none() {
        assertThat(Scenarios.of(Map.of(), new PrometheusRegistry())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"deadlock", "lock:mended", "lock:", ":problem", "lock:problem:fixed"})
    void what_is_no_scenario_is_refused_with_those_there_are(String wanted) {
        assertThatThrownBy(() -> Scenarios.of(Map.of("SCENARIO", wanted), new PrometheusRegistry()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(wanted + ": SCENARIO is NAME:problem or NAME:fixed")
                .hasMessageContaining("pool-exhausted");
    }

    @Test
    void every_one_is_in_the_catalogue() throws IOException {
        try (Stream<Path> places = Files.list(Path.of("..", "examples", "catalogue"))) {
            assertThat(places.map(place -> place.getFileName().toString()).collect(Collectors.toSet()))
                    .containsAll(Scenarios.names());
        }
    }

    @Test
    void queries_are_counted_per_request() throws Exception {
        assertThat(queriesPerRequest("n-plus-one:problem")).isEqualTo(4001.0);
        assertThat(queriesPerRequest("n-plus-one:fixed")).isEqualTo(1.0);
    }

    private static double queriesPerRequest(String scenario) throws Exception {
        try (SampleService service = SampleService.start(0, Map.of("SCENARIO", scenario))) {
            get(service, "/n-plus-one");
            get(service, "/n-plus-one");
            return get(service, "/metrics")
                    .body()
                    .lines()
                    .filter(line -> line.startsWith("db_queries_per_request "))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void seconds_are_counted_for_each_stage_of_the_pipeline() throws Exception {
        try (SampleService service = SampleService.start(0, Map.of("SCENARIO", "serial-pipeline"))) {
            get(service, "/serial-pipeline");
            String metrics = get(service, "/metrics").body();
            for (String stage : List.of("read", "parse", "decompress", "parameters", "encode")) {
                assertThat(metrics).contains("pipeline_stage_seconds_total{stage=\"" + stage + "\"}");
            }
        }
    }

    @Test
    void a_text_comes_back_from_its_codes() {
        for (String text : List.of("a", "aaaaaaaa", "banana bandana", "ab".repeat(500) + "é")) {
            String codes = Lzw.compress(text);
            assertThat(Lzw.decompress(codes)).isEqualTo(text);
        }
        assertThat(Lzw.compress("ab".repeat(500))).hasSizeLessThan(100);
    }

    @Test
    void an_actor_that_is_asked_too_often_says_so() throws Exception {
        try (SampleService service =
                SampleService.start(0, Map.of("SCENARIO", "single-actor:problem", "WORKERS", "64"))) {
            List<Integer> statuses = Stream.generate(
                            () -> CLIENT.sendAsync(request(service, "/single-actor"), BodyHandlers.ofString()))
                    .limit(60)
                    .toList()
                    .stream()
                    .map(answer -> answer.join().statusCode())
                    .distinct()
                    .sorted()
                    .toList();
            assertThat(statuses).containsExactly(200, 503);
        }
    }

    private static HttpResponse<String> answer(String scenario, String path) throws Exception {
        try (SampleService service = SampleService.start(0, Map.of("SCENARIO", scenario))) {
            return get(service, path);
        }
    }

    private static HttpResponse<String> get(SampleService service, String path) throws Exception {
        return CLIENT.send(request(service, path), BodyHandlers.ofString());
    }

    private static HttpRequest request(SampleService service, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
                .timeout(Duration.ofSeconds(120))
                .build();
    }

    /** The members of an object, whose order JSON does not define. */
    private static Set<String> members(HttpResponse<String> answer) {
        String body = answer.body();
        return Set.of(body.substring(1, body.length() - 1).split(",(?=\")", -1));
    }
}
