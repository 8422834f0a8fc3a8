package dev.flamegate.publish.format;

import dev.flamegate.report.GateReport;
import dev.flamegate.report.GoldenTest;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Seals the files of {@link ToolReports}, as {@link GoldenTest} does those of the core. */
class ToolReportsGoldenTest {
    private final Locale before = Locale.getDefault();

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    @ParameterizedTest
    @MethodSource("dev.flamegate.report.GoldenTest#examples")
    void every_format_is_the_same_in_every_locale(String name, Locale locale) throws IOException {
        GoldenTest.seal(name, locale, ToolReportsGoldenTest::write);
    }

    private static Map<String, byte[]> write(GateReport report) {
        return Map.of(
                "summary.md", MarkdownReport.write(report),
                "flamegate.sarif", SarifReport.write(report, file -> Optional.of("shop/src/main/java/" + file)),
                "metrics.txt", OpenMetricsReport.write(report),
                "load-performance.json", LoadPerformanceReport.write(report));
    }
}
