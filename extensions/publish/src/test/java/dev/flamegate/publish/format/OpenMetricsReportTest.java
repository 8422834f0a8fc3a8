package dev.flamegate.publish.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.formats.StrictOpenMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OpenMetricsReportTest {
    @TempDir
    Path folder;

    static Stream<GateReport> examples() {
        return Stream.concat(Examples.all().values().stream(), Stream.of(Examples.large(20, 3)));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void the_text_keeps_the_grammar_and_exactly_one_verdict_is_set(GateReport report) throws IOException {
        Map<String, StrictOpenMetrics.Sample> samples = StrictOpenMetrics.read(OpenMetricsReport.write(report));

        assertThat(samples.values().stream()
                        .filter(sample -> sample.name().equals("flamegate_verdict") && sample.value() == 1)
                        .map(sample -> sample.labels().get("verdict")))
                .containsExactly(report.judgement().verdict().name());
    }

    @Test
    void prometheus_own_reader_takes_it_where_it_is_installed() throws Exception {
        List<String> python = List.of("python3", "-c", "import prometheus_client.openmetrics.parser");
        assumeTrue(ends(python) == 0, "python3 has no prometheus_client here");
        for (GateReport report : Examples.all().values()) {
            Path file = Files.write(folder.resolve("metrics.txt"), OpenMetricsReport.write(report));
            String script = "from prometheus_client.openmetrics.parser import text_string_to_metric_families as read\n"
                    + "assert sum(len(f.samples) for f in read(open('" + file + "', encoding='utf-8').read())) >= 5";
            assertThat(ends(List.of("python3", "-c", script))).isZero();
        }
    }

    @Test
    void values_are_in_the_rules_unit_and_labels_hold_nothing_that_a_rerun_changes() throws IOException {
        String text = new String(
                OpenMetricsReport.write(ExampleComparisons.failing()), java.nio.charset.StandardCharsets.UTF_8);

        assertThat(text)
                .contains(
                        "flamegate_value{service=\"sample-service\",indicator=\"cpu.per-request\",unit=\"ms\"} 5.303\n")
                .doesNotContain("c0de", "8f3a1c9", "20261120");
    }

    private static int ends(List<String> command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(300, TimeUnit.SECONDS) ? process.exitValue() : -1;
        } catch (IOException e) {
            return -1;
        }
    }
}
