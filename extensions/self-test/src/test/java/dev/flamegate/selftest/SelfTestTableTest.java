package dev.flamegate.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.text.Terminal;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people and programs read of a self-test. */
class SelfTestTableTest {
    private static final String MULTIPLY = "dev.flamegate.sample.matrix.MatrixCalculator.multiply";

    private static final Terminal WIDE = new Terminal(160, false);

    private final SelfTestResult unchanged = new SelfTestResult(null, ExampleComparisons.passing(), 61, null);
    private final SelfTestResult right = slowed(MULTIPLY);

    @Test
    void each_comparison_is_a_row_with_what_was_seen_and_named() {
        String text = SelfTestTable.text(List.of(unchanged, right, slowed("shop.Cart.total")), WIDE);

        List<String> lines = text.lines().toList();
        assertThat(lines.get(0)).startsWith("  made slower by").endsWith("verdict");
        assertThat(lines.get(1)).startsWith("  nothing").contains("1 min 1 s").endsWith("PASS");
        assertThat(lines.get(2))
                .startsWith("  +20 % CPU")
                .contains("multiply (right)")
                .endsWith("FAIL");
        assertThat(lines.get(3)).contains("multiply (wrong)");
        assertThat(lines.get(5))
                .isEqualTo(
                        "2 of 2 slowdowns failed the build, 1 with the right method; the unchanged service did not fail.");
    }

    @Test
    void what_could_not_be_measured_counts_for_nothing_and_says_why() {
        SelfTestResult failed = new SelfTestResult(right.slowdown(), null, 3, "the target ended");

        assertThat(SelfTestTable.text(List.of(unchanged, failed), WIDE))
                .contains("not measured", "cpu-20: the target ended", "0 of 0 slowdowns");
        assertThat(SelfTestTable.text(List.of(new SelfTestResult(null, null, 3, "the target ended")), WIDE))
                .contains("the unchanged service could not be judged");
        assertThat(SelfTestJson.text(List.of(failed))).contains("\"problem\" : \"the target ended\"");
    }

    @Test
    void a_program_gets_the_methods_by_their_whole_names() {
        assertThat(SelfTestJson.text(List.of(unchanged, right)))
                .contains("\"name\" : \"unchanged\"", "\"method\" : \"" + MULTIPLY + "\"", "\"right\" : true");
    }

    private static SelfTestResult slowed(String method) {
        return new SelfTestResult(
                new Slowdown("cpu-20", "+20 % CPU", "cpu", 0.4, new ProfiledMethod(method, 0.5), "cpu.per-request"),
                ExampleComparisons.failing(),
                92,
                null);
    }
}
