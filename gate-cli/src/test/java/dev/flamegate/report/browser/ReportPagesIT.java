package dev.flamegate.report.browser;

import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.flame.FlameInput;
import dev.flamegate.report.flame.FlamePage;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.html.HtmlReport;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The report as Jenkins serves it, in Chromium: {@code pages.test.mjs} and {@code report.test.mjs}, with the pages of all
 * examples.
 */
@Tag("side-by-side")
class ReportPagesIT {
    private static final Path PAGES = Path.of("target", "pages");

    @Test
    void pages_are_whole_under_jenkins_policy_on_screens_of_all_sizes_and_valid() throws Exception {
        Browser.needed();
        Map<String, GateReport> reports = new LinkedHashMap<>(Examples.all());
        reports.put("large", Examples.large(200, 50));
        for (Map.Entry<String, GateReport> report : reports.entrySet()) {
            Optional<FlameInput> flame = ReportFlame.of(report.getValue());
            Path folder = PAGES.resolve("report").resolve(report.getKey());
            write(folder, HtmlReport.write(report.getValue(), flame, false));
            if (flame.isPresent()) {
                try (Writer page = Files.newBufferedWriter(folder.resolve(ReportFlame.PAGE))) {
                    FlamePage.write(page, flame.get());
                }
            }
            write(PAGES.resolve("single").resolve(report.getKey()), HtmlReport.write(report.getValue(), flame, true));
        }

        Browser.test("pages.test.mjs", PAGES);
        Browser.test("report.test.mjs", PAGES);
    }

    private static void write(Path folder, Map<String, byte[]> files) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
    }
}
