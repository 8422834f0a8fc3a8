package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.Program.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole path: measured, stored, judged, reported; then the same build and a slower one against it. */
class RunIT {
    @TempDir
    Path folder;

    @Test
    void a_slower_build_fails_against_the_stored_run_and_names_the_multiplication() throws Exception {
        Program.plan(folder, Map.of("FEATURE_IDENTITY_MATRIX", "true"));
        Ended first = Program.run(folder, "run", "--json");
        assertThat(first.code()).as(first.err()).isZero();
        JsonNode run = JsonMapper.shared().readTree(first.out());
        assertThat(run.path("verdict").asString()).isIn("PASS", "WARN");
        assertThat(run.path("exitCode").asInt()).isZero();
        JsonNode recorded = finding(run, "cpu-cost");
        assertThat(recorded.path("verdict").asString()).isEqualTo("RECORDED");
        assertThat(recorded.path("indicator").asString()).isEqualTo("cpu.per-request");
        assertThat(recorded.path("unit").asString()).isEqualTo("ms");
        assertThat(recorded.path("value").asDouble()).isBetween(0.5, 40.0);
        assertThat(recorded.path("criterion").asString()).isEqualTo("< 25% growth vs previous run");
        assertThat(recorded.path("message").asString()).contains("no earlier run of sample is stored yet");
        Path report = Path.of(run.path("report").asString());
        assertThat(Files.readString(report)).contains("MatrixCalculator.multiply");
        for (String file : new String[] {"junit.xml", "run.json", "result.json", "summary.md", "report.css"}) {
            assertThat(report.resolveSibling(file)).isNotEmptyFile();
        }
        assertThat(Files.readString(folder.resolve("build/flamegate/logs/trial-1/target.log")))
                .isNotEmpty();

        Program.plan(folder, Map.of("FEATURE_IDENTITY_MATRIX", "false"));
        Ended slower = Program.run(folder, "run");
        assertThat(slower.code()).as(slower.out() + slower.err()).isEqualTo(1);
        assertThat(slower.out())
                .contains("FAIL")
                .contains("cpu.per-request")
                .contains("MatrixCalculator.multiply")
                .contains(run.path("run").asString());

        judgedAgainOffline(run.path("run").asString());
    }

    private void judgedAgainOffline(String first) throws Exception {
        Ended latest = Program.run(folder, "judge", "latest", "--json");
        assertThat(latest.code()).isEqualTo(1);
        JsonNode growth = finding(JsonMapper.shared().readTree(latest.out()), "cpu-cost");
        assertThat(growth.path("growth").asDouble()).isGreaterThan(0.5);
        assertThat(growth.path("interval").get(0).asDouble()).isPositive();
        assertThat(growth.path("baseline").asDouble()).isPositive();
        assertThat(Program.run(folder, "judge", first).code()).isZero();
        assertThat(Program.run(folder, "report", first, "--report", "again").code())
                .isZero();
        assertThat(folder.resolve("again/index.html")).isNotEmptyFile();

        Ended list = Program.run(folder, "history", "list");
        assertThat(list.out().lines()).hasSize(2).first().asString().contains("FAIL");
        assertThat(Program.run(folder, "history", "show", "latest").out()).contains("\"flamegate-run\"");
        assertThat(Program.run(folder, "history", "pin", first, "good").code()).isZero();
        assertThat(Program.run(folder, "history", "prune", "--keep", "1").out())
                .contains("0 runs and 0 comparisons deleted");
        assertThat(Program.run(folder, "history", "unpin", "good").code()).isZero();
        assertThat(Program.run(folder, "history", "prune", "--keep", "1").out()).contains("deleted " + first);
    }

    private static JsonNode finding(JsonNode result, String rule) {
        for (JsonNode finding : result.path("findings")) {
            if (finding.path("rule").asString().equals(rule)) {
                return finding;
            }
        }
        throw new AssertionError("no finding of " + rule + " in " + result);
    }
}
