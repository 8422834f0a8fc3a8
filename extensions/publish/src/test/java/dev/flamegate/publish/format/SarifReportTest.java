package dev.flamegate.publish.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SarifReportTest {
    static Stream<GateReport> examples() {
        return Stream.concat(Examples.all().values().stream(), Stream.of(Examples.large(3, 30)));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void every_document_keeps_the_schema_of_the_standard(GateReport report) throws IOException {
        assertThat(schema().validate(text(report), InputFormat.JSON)).isEmpty();
    }

    @Test
    void the_schema_refuses_what_is_no_sarif() throws IOException {
        String text = text(Examples.failing());

        assertThat(schema().validate(text.replace("\"startLine\" : 73", "\"startLine\" : 0"), InputFormat.JSON))
                .isNotEmpty();
        assertThat(schema().validate(text.replace("\"2.1.0\"", "\"2.2\""), InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void a_broken_rule_is_one_result_at_the_culprits_line() {
        JsonNode results = run(ExampleComparisons.failing()).path("results");

        assertThat(results.size()).isEqualTo(2);
        JsonNode first = results.get(0);
        assertThat(first.path("ruleId").asString()).isEqualTo("worst-method");
        assertThat(first.path("level").asString()).isEqualTo("error");
        JsonNode place = first.path("locations").get(0).path("physicalLocation");
        assertThat(place.path("artifactLocation").path("uri").asString())
                .isEqualTo("shop/src/dev/flamegate/sample/matrix/MatrixCalculator.java");
        assertThat(place.path("region").path("startLine").asInt()).isEqualTo(73);
        assertThat(first.path("message").path("text").asString()).contains("65.4 %", "explains 100 % of the growth");
    }

    @Test
    void a_rule_without_a_culprit_in_the_repository_stands_where_it_is_written() {
        JsonNode run = JsonMapper.shared()
                .readTree(SarifReport.write(ExampleComparisons.failing(), file -> Optional.empty()))
                .path("runs")
                .get(0);

        JsonNode place = run.path("results").get(1).path("locations").get(0).path("physicalLocation");
        assertThat(place.path("artifactLocation").path("uri").asString()).isEqualTo("flamegate.yaml");
        assertThat(place.path("region").path("startLine").asInt()).isEqualTo(12);
    }

    @Test
    void an_unsound_measurement_is_an_execution_that_did_not_succeed() {
        JsonNode invocation = run(Examples.invalid()).path("invocations").get(0);

        assertThat(invocation.path("executionSuccessful").asBoolean()).isFalse();
        assertThat(invocation.path("toolExecutionNotifications").size()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../etc/passwd",
                "/abs/x.java",
                "C:\\a\\b.java",
                "https://evil.example/x",
                "a b/ü%2e.java",
                "..",
                ""
            })
    void a_path_is_a_relative_reference_that_stays_inside(String path) {
        String uri = Uris.path(path);

        assertThat(URI.create(uri).isAbsolute()).isFalse();
        assertThat(URI.create(uri).getPath()).doesNotStartWith("/");
        assertThat(URI.create(uri).normalize().toString()).doesNotContain("..");
        assertThat(uri).isNotEmpty();
    }

    @Test
    void no_name_becomes_a_link_or_a_place_for_an_argument() {
        String message = run(Examples.hostile())
                .path("results")
                .get(0)
                .path("message")
                .path("text")
                .asString();

        assertThat(message).contains("[a] (http://evil.example)").doesNotContain("](");
    }

    private static JsonNode run(GateReport report) {
        return JsonMapper.shared().readTree(text(report)).path("runs").get(0);
    }

    private static String text(GateReport report) {
        return new String(SarifReport.write(report, file -> Optional.of("shop/src/" + file)), StandardCharsets.UTF_8);
    }

    private static Schema schema() throws IOException {
        try (InputStream schema =
                Objects.requireNonNull(SarifReportTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json"))) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
                    .getSchema(new String(schema.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
