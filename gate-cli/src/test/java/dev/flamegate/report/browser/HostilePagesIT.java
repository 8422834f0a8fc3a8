package dev.flamegate.report.browser;

import dev.flamegate.report.Attacks;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.Leaves;
import dev.flamegate.report.RichExample;
import dev.flamegate.report.flame.FlameInput;
import dev.flamegate.report.flame.FlamePage;
import dev.flamegate.report.flame.FlameSvg;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.html.HtmlReport;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pages whose every text is an attack, in Chromium: {@code src/test/browser/hostile.test.mjs}. */
@Tag("side-by-side")
class HostilePagesIT {
    /** Characters of a text; names are cut far later than that in a page. */
    private static final int SHOWN = 600;

    private static final Path PAGES = Path.of("target", "hostile");

    @Test
    void no_text_of_a_page_does_anything_in_a_browser() throws Exception {
        Browser.needed();
        int number = 0;
        for (String attack : Attacks.packed(SHOWN).values()) {
            number++;
            GateReport report = number % 2 == 0 ? ExampleComparisons.failing() : RichExample.report();
            report(PAGES.resolve("report-" + number), with(report, attack));
        }

        Browser.testHostile(PAGES);
    }

    private static <T> T with(T model, String attack) {
        return Leaves.with(model, Leaves.ALL, attack).orElseThrow();
    }

    private static void report(Path folder, GateReport report) throws IOException {
        FlameInput flame = ReportFlame.of(report).orElseThrow();
        write(folder, HtmlReport.write(report, ReportFlame.of(report), false));
        for (String name : List.of(ReportFlame.PAGE, ReportFlame.PICTURE)) {
            try (Writer out = Files.newBufferedWriter(folder.resolve(name))) {
                if (name.equals(ReportFlame.PAGE)) {
                    FlamePage.write(out, flame);
                } else {
                    FlameSvg.write(out, flame);
                }
            }
        }
    }

    private static void write(Path folder, Map<String, byte[]> files) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
    }
}
