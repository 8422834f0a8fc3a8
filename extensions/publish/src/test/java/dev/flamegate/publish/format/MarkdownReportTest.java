package dev.flamegate.publish.format;

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

        assertThat(lines[0]).contains("7 pairs of which 6 count; work was counted: `1 file");
        assertThat(lines[4]).endsWith("libraries that differ: `jackson-databind` `2.17.0` → `2.18.1`.");
        assertThat(String.join("", lines))
                .containsPattern("6 pairs count; a growth of [0-9.]+ % in <code>cpu-cost</code>.*nine times in ten");
    }

    @Test
    void the_first_lines_say_what_why_where_since_when_and_what_now() {
        String[] paragraphs = text(Examples.failing()).split("\n\n", -1);

        assertThat(paragraphs[0]).startsWith("**✗ FAIL** `sample-service`");
        assertThat(paragraphs[1]).contains("`cpu.per-request` grew by 152 % to 11.2 ms");
        assertThat(paragraphs[2])
                .startsWith("**Why:** ")
                .contains("MatrixCalculator.multiply` explains 99.3 % of the growth: +6.72 ms of CPU")
                .contains("`gc-pressure`: ");
        assertThat(paragraphs[3]).contains("MatrixCalculator.java`:73, called from `MatrixHandler.handle`:41.");
        assertThat(paragraphs[4]).startsWith("**Since:** run ").contains("touched by `8f3a1c90b2`");
        assertThat(paragraphs[5]).startsWith("**Now:** ");
        assertThat(paragraphs[6]).startsWith("<details>");
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
