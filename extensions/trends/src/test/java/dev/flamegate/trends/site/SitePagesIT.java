package dev.flamegate.trends.site;

import dev.flamegate.report.Attacks;
import dev.flamegate.report.Leaves;
import dev.flamegate.report.browser.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The pages of {@link SiteWriter} in Chromium, by the same tests as the report's. */
@Tag("side-by-side")
class SitePagesIT {
    private static final int RUNS = 60;
    /** Characters of a text; names are cut far later than that in a page. */
    private static final int SHOWN = 600;

    @Test
    void pages_are_whole_under_jenkins_policy_on_screens_of_all_sizes_and_valid() throws Exception {
        Browser.needed();
        Path pages = Path.of("target", "pages");
        write(pages.resolve("site"), SiteExamples.of(RUNS));

        Browser.test("pages.test.mjs", pages);
    }

    @Test
    void no_text_of_a_page_does_anything_in_a_browser() throws Exception {
        Browser.needed();
        Path pages = Path.of("target", "hostile");
        int number = 0;
        for (String attack : Attacks.packed(SHOWN).values()) {
            write(
                    pages.resolve("site-" + number++),
                    Leaves.with(SiteExamples.of(10), Leaves.ALL, attack).orElseThrow());
        }

        Browser.testHostile(pages);
    }

    private static void write(Path folder, SiteData site) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, byte[]> file : SiteWriter.write(site).entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue());
        }
    }
}
