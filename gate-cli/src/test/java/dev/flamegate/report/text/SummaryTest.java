package dev.flamegate.report.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SummaryTest {
    static Stream<GateReport> examples() {
        return Examples.all().values().stream();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void colour_adds_nothing_but_colour(GateReport report) {
        String plain = Summary.write(report, new Terminal(100, false), "x");
        String coloured = Summary.write(report, new Terminal(100, true), "x");

        assertThat(coloured).contains("\u001b[");
        assertThat(plain).doesNotContain("\u001b");
        assertThat(coloured.replaceAll("\u001b\\[[0-9]+m", "")).isEqualTo(plain);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void lines_keep_to_a_terminal_of_100_columns(GateReport report) {
        assertThat(Summary.write(report, new Terminal(100, false), null).lines())
                .allSatisfy(line -> assertThat(Terminal.columns(line)).isLessThanOrEqualTo(100));
    }

    @Test
    void a_limit_is_never_cut_where_it_can_go_on_in_the_next_line() {
        String text = Summary.write(Examples.failing(), new Terminal(80, false), null);

        assertThat(text).doesNotContain("< 10% growth vs…").contains("< 10% growth vs ", "previous run\n");
        assertThat(Summary.write(Examples.failing(), new Terminal(120, false), null))
                .contains("< 10% growth vs previous run");
    }

    @Test
    void a_long_list_is_cut_and_says_so() {
        String text = Summary.write(Examples.large(10, 10), new Terminal(120, false), null);

        assertThat(text).contains("and 60 findings more, none of them worse");
    }

    @Test
    void the_verdict_comes_first_and_the_place_of_the_report_last() {
        String text = Summary.write(Examples.failing(), new Terminal(80, false), "build/flamegate");

        assertThat(text).startsWith("✗ FAIL  sample-service").endsWith("Report: build/flamegate\n");
    }

    @Test
    void a_comparison_names_its_builds_and_lists_its_pairs() {
        String text = Summary.write(ExampleComparisons.failing(), new Terminal(120, false), null);

        assertThat(text)
                .startsWith(
                        "✗ FAIL  sample-service\n"
                                + "  baseline commit 11aa77e against candidate commit 8f3a1c9, 7 pairs of which 6 count; work was counted: 1 file that is\n")
                .containsPattern("(?m)^  1 +BC CB +\\+20\\.9 % .* yes$")
                .containsPattern("(?m)^  2 +CB BC +31\\.1 s +no$")
                .containsPattern("6 pairs count; a growth of [0-9.]+ % in cpu-cost");
    }

    @Test
    void a_number_keeps_its_unit_on_the_line() {
        Terminal terminal = new Terminal(40, false);

        assertThat(terminal.wrap("", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 123 % and 5 ms"))
                .containsExactly("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 123 %", "and 5 ms");
    }

    @Test
    void a_terminal_of_no_width_is_refused() {
        assertThatThrownBy(() -> new Terminal(12, false)).hasMessageStartingWith("12: ");
    }
}
