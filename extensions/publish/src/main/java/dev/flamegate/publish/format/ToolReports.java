package dev.flamegate.publish.format;

import dev.flamegate.gate.ReportFolder;
import dev.flamegate.gate.ReportFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Adds the reports that forges and other tools show, next to those of the core. */
public final class ToolReports implements ReportFormat {
    private static final String SARIF = "flamegate.sarif";
    private static final String METRICS = "metrics.txt";
    private static final String LOAD_PERFORMANCE = "load-performance.json";

    @Override
    public List<String> names() {
        return List.of(ReportFolder.SUMMARY, SARIF, METRICS, LOAD_PERFORMANCE);
    }

    @Override
    public Map<String, byte[]> files(Input input) {
        return Map.of(
                ReportFolder.SUMMARY,
                MarkdownReport.write(input.report()),
                SARIF,
                SarifReport.write(input.report(), new SourceFiles(Path.of(""))::find),
                METRICS,
                OpenMetricsReport.write(input.report()),
                LOAD_PERFORMANCE,
                LoadPerformanceReport.write(input.report()));
    }
}
