package dev.flamegate.report.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MarkdownReportTest {
    private static final Pattern CODE = Pattern.compile("(?s)(`+)(?!`).*?(?<!`)\\1(?!`)|<code>[^<]*</code>");

    @Test
    void a_comparison_says_which_libraries_differ_and_what_its_pairs_could_see() {
        String[] lines = new String(MarkdownReport.write(ExampleComparisons.failing()), StandardCharsets.UTF_8)
                .split("\n\n", -1);

        assertThat(lines[0]).endsWith("7 pairs of which 6 count");
        assertThat(lines[1]).isEqualTo("Libraries that differ: `jackson-databind` `2.17.0` → `2.18.1`.");
        assertThat(lines[3])
                .containsPattern("^6 pairs count; a growth of [0-9.]+ % in `cpu-cost`")
                .endsWith("nine times in ten.");
    }

    @Test
    void the_first_three_lines_say_verdict_growth_and_method() {
        String[] paragraphs = text(Examples.failing()).split("\n\n", -1);

        assertThat(paragraphs[0]).startsWith("**✗ FAIL** `sample-service`");
        assertThat(paragraphs[1]).contains("`cpu.per-request` grew by 152 % to 11.2 ms");
        assertThat(paragraphs[2])
                .contains("MatrixCalculator.multiply` (", ":73) explains 99.3 % of the growth: +6.72 ms of CPU");
        assertThat(paragraphs[3]).isEqualTo("Called from `MatrixHandler.handle`:41.");
        assertThat(paragraphs[4]).startsWith("Diagnosis `gc-pressure`");
        assertThat(paragraphs[5]).startsWith("<details>");
    }

    @Test
    void hostile_names_stand_in_code_and_nowhere_else() {
        String text = text(Examples.hostile());

        Matcher code = CODE.matcher(text);
        String rest = code.replaceAll("");
        assertThat(text).contains("@everyone", "[a](http://evil.example)");
        assertThat(rest).doesNotContain("@", "#", "](", "http", "script", "alert", "`", "&");
    }

    @Test
    void no_blank_line_ends_an_html_block_early() {
        String text = text(Examples.hostile());

        for (String block : text.split("(?=<details>)", -1)) {
            if (block.startsWith("<details>")) {
                assertThat(block.substring(0, block.indexOf("</details>"))).doesNotContain("\n\n");
            }
        }
    }

    @Test
    void ten_thousand_findings_stay_below_what_a_comment_holds_and_the_rest_is_counted() {
        byte[] bytes = MarkdownReport.write(Examples.large(200, 50));

        assertThat(bytes.length).isLessThan(60_000);
        assertThat(new String(bytes, StandardCharsets.UTF_8))
                .containsPattern("[0-9,]+ findings more, none of them worse");
    }

    private static String text(GateReport report) {
        return new String(MarkdownReport.write(report), StandardCharsets.UTF_8);
    }
}
