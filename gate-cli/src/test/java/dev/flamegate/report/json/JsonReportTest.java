package dev.flamegate.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonReportTest {
    private static final Path SCHEMA = Path.of("..", "docs", "schema", "result.schema.json");

    static Stream<GateReport> examples() {
        return Examples.all().values().stream();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void the_result_keeps_the_published_schema(GateReport report) throws IOException {
        assertThat(schema().validate(text(report), InputFormat.JSON)).isEmpty();
    }

    @Test
    void the_schema_refuses_what_is_not_in_it() throws IOException {
        String text = text(Examples.failing());

        assertThat(schema().validate(text.replace("\"growth\"", "\"groth\""), InputFormat.JSON))
                .isNotEmpty();
        assertThat(schema().validate(text.replace("\"exitCode\" : 1", "\"exitCode\" : \"1\""), InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void values_are_in_the_unit_given_and_growth_is_a_ratio() {
        JsonNode finding = JsonMapper.shared()
                .readTree(text(Examples.failing()))
                .get("findings")
                .get(1);

        assertThat(finding.get("value").asDouble()).isEqualTo(11.2);
        assertThat(finding.get("baseline").asDouble()).isEqualTo(4.44);
        assertThat(finding.get("unit").asString()).isEqualTo("ms");
        assertThat(finding.get("growth").asDouble()).isEqualTo(1.522);
        assertThat(finding.get("interval").get(0).asDouble()).isEqualTo(1.2);
    }

    @Test
    void a_comparison_has_its_pairs_and_what_they_could_have_seen() {
        JsonNode result = JsonMapper.shared().readTree(text(ExampleComparisons.failing()));

        assertThat(result.has("run")).isFalse();
        assertThat(result.get("comparison").asString()).isEqualTo("20261120-154233-c0de");
        assertThat(result.get("pairs").size()).isEqualTo(7);
        JsonNode first = result.get("pairs").get(0);
        assertThat(first.get("order").toString()).isEqualTo("[\"baseline\",\"candidate\",\"candidate\",\"baseline\"]");
        assertThat(first.get("valid").asBoolean()).isTrue();
        assertThat(first.get("invalid").isNull()).isTrue();
        assertThat(first.get("growth").get("cpu-cost").asDouble()).isBetween(0.2, 0.22);
        assertThat(first.get("growth").has("matrix-p50 request=GET /matrix")).isTrue();
        JsonNode second = result.get("pairs").get(1);
        assertThat(second.get("invalid").asString()).isEqualTo("9.1 % of the CPU went to other guests");
        assertThat(second.get("growth").get("cpu-cost").isNull()).isTrue();
        assertThat(result.get("detectable").get("cpu-cost").asDouble())
                .isEqualTo(result.get("findings").get(1).get("detectable").asDouble());
    }

    @Test
    void a_comparison_without_a_criterion_that_was_looked_at_keeps_the_schema() throws IOException {
        assertThat(schema().validate(text(ExampleComparisons.tooShort()), InputFormat.JSON))
                .isEmpty();
    }

    @Test
    void a_run_has_no_pairs_and_a_comparison_no_run() throws IOException {
        String run = text(Examples.failing());
        String comparison = text(ExampleComparisons.failing());

        assertThat(schema().validate(run.replace("\"run\" :", "\"comparison\" :"), InputFormat.JSON))
                .isNotEmpty();
        assertThat(schema().validate(comparison.replace("\"comparison\" :", "\"run\" :"), InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void what_is_no_number_is_null() {
        JsonNode finding = JsonMapper.shared()
                .readTree(text(Examples.hostile()))
                .get("findings")
                .get(1);

        assertThat(finding.get("value").isNull()).isTrue();
        assertThat(text(Examples.hostile())).doesNotContain("NaN", "Infinity");
    }

    @Test
    void a_name_comes_back_as_it_was() {
        JsonNode selector = JsonMapper.shared()
                .readTree(text(Examples.hostile()))
                .get("findings")
                .get(0)
                .get("selector");

        assertThat(selector.get("request").asString()).contains("<script>", "\u001b[31m\u202e\n\n# big");
    }

    @Test
    void callers_and_collector_come_back_as_they_were() {
        dev.flamegate.model.finding.Culprit culprit =
                Objects.requireNonNull(Examples.hostile().worstFirst().get(0).culprit());
        Result read = JsonReport.read(text(Examples.hostile()).getBytes(StandardCharsets.UTF_8));

        dev.flamegate.model.finding.Culprit again =
                read.judged().worstCulprit().orElseThrow().model();
        assertThat(again.callers()).isEqualTo(culprit.callers()).hasSize(2);
        assertThat(again.collector()).isEqualTo(culprit.collector()).isNotNull();
    }

    @Test
    void a_run_of_an_earlier_flamegate_is_still_read() throws IOException {
        Result run = JsonReport.read(earlier("run-0.1.0.json"));

        assertThat(run.head().verdict()).isEqualTo(Verdict.FAIL);
        assertThat(run.head().id()).isEqualTo("20261122-032708-d170");
        assertThat(run.head().headline()).startsWith("alloc.per-request grew by 154 % to 899 KiB");
        Result.Finding cpu = run.judged().findings().get(0);
        assertThat(cpu.measured().measure()).isEqualTo(Unit.PERCENT);
        assertThat(cpu.measured().base()).isEqualTo(0.539542458);
        dev.flamegate.model.finding.Culprit culprit =
                Objects.requireNonNull(cpu.cause().culprit()).model();
        assertThat(culprit.frame()).isEqualTo("dev.flamegate.sample.MatrixCalculator.multiply");
        assertThat(culprit.line()).isEqualTo(64);
        assertThat(culprit.evidence().cost()).isEqualTo(ProfileEvent.CPU);
        assertThat(culprit.callers()).as("not known then").isEmpty();
        assertThat(culprit.collector()).isNull();
        assertThat(culprit.evidence().value()).isCloseTo(0.0107211966, Offset.offset(1e-12));
        assertThat(run.profiled().hottest()).isNotEmpty();
    }

    @Test
    void a_comparison_of_an_earlier_flamegate_is_still_read() throws IOException {
        Result comparison = JsonReport.read(earlier("comparison-0.1.0.json"));

        assertThat(comparison.head().verdict()).isEqualTo(Verdict.FAIL);
        assertThat(Objects.requireNonNull(comparison.compared().arms()).baseline())
                .isEqualTo("commit 11aa77e");
        assertThat(Objects.requireNonNull(comparison.compared().pairs())).hasSize(6);
        assertThat(comparison.compared().pairs().get(1).invalid()).isEqualTo("9.1 % of the CPU went to other guests");
        assertThat(comparison.compared().detectableRatios()).isNotEmpty();
        assertThat(comparison.judged().worstCulprit()).isPresent();
    }

    @Test
    void fields_of_a_newer_minor_version_are_ignored_wherever_they_are() throws IOException {
        byte[] known = earlier("comparison-0.1.0.json");
        String newer = new String(known, StandardCharsets.UTF_8)
                .replace("{ }", "{}")
                .replaceAll("\\{(?=\\s*\")", "{ \"added\" : [ { \"deep\" : null } ],");
        // Objects by rule, reference or part of the service have no fields but names.
        newer = newer.replaceAll(
                "(\"(?:growth|detectable|baselines|selector)\" : \\{) \"added\" : \\[ \\{ \"deep\" : null } ],", "$1");

        assertThat(newer).contains("\"added\"");
        assertThat(JsonReport.read(newer.getBytes(StandardCharsets.UTF_8))).isEqualTo(JsonReport.read(known));
    }

    private static byte[] earlier(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(JsonReportTest.class.getResourceAsStream(name))) {
            return in.readAllBytes();
        }
    }

    private static String text(GateReport report) {
        return new String(JsonReport.write(report, 1, null), StandardCharsets.UTF_8);
    }

    private static Schema schema() throws IOException {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7).getSchema(Files.readString(SCHEMA));
    }
}
