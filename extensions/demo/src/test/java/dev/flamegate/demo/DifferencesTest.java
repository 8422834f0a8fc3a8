package dev.flamegate.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.demo.Expectation.Cause;
import dev.flamegate.demo.Scenario.Step;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DifferencesTest {
    private static final Cause ANY = new Cause(null, null, null, null);
    private static final String MULTIPLY = "*.MatrixCalculator.multiply";

    /** cpu-cost fails with culprit and diagnosis, its should warns; checkout-p99 breaks a should alone. */
    private final GateReport failing = Examples.failing();

    @Test
    void findings_as_expected_are_no_difference() {
        assertThat(differences(Map.of(
                        "cpu-cost",
                        new Cause(MULTIPLY, "*.MatrixHandler.handle", "gc-pressure", null),
                        "checkout-p99",
                        ANY)))
                .isEmpty();
    }

    @Test
    void a_broken_rule_that_nobody_named_is_a_false_alarm() {
        assertThat(differences(Map.of("cpu-cost", ANY))).containsExactly("false alarm: checkout-p99 is broken");
    }

    @Test
    void a_rule_that_should_have_broken_is_missed() {
        assertThat(differences(Map.of("cpu-cost", ANY, "checkout-p99", ANY, "throughput", ANY)))
                .containsExactly("throughput is not broken");
    }

    @Test
    void another_cause_is_reported_with_the_one_found() {
        assertThat(differences(Map.of(
                        "cpu-cost", new Cause("*.add", "*.divide", "lock-contention", null), "checkout-p99", ANY)))
                .containsExactly(
                        "the culprit of cpu-cost is dev.flamegate.sample.matrix.MatrixCalculator.multiply, not *.add",
                        "the culprit of cpu-cost is dev.flamegate.sample.matrix.MatrixCalculator.multiply, not below *.divide",
                        "the diagnosis of cpu-cost is gc-pressure, not lock-contention");
        assertThat(differences(Map.of("cpu-cost", ANY, "checkout-p99", new Cause("*", null, "gc-pressure", null))))
                .containsExactly(
                        "the culprit of checkout-p99 is not named, not *",
                        "the diagnosis of checkout-p99 is none, not gc-pressure");
    }

    @Test
    void the_part_of_latency_that_grew_most_is_expected_too() {
        assertThat(differences(Map.of("cpu-cost", ANY, "checkout-p99", part("cpu"))))
                .isEmpty();
        assertThat(differences(Map.of("cpu-cost", part("lock"), "checkout-p99", part("lock"))))
                .containsExactlyInAnyOrder(
                        "the largest part of cpu-cost is unknown, not lock",
                        "the largest part of checkout-p99 is cpu, not lock");
    }

    private static Cause part(String key) {
        return new Cause(null, null, null, key);
    }

    @Test
    void another_verdict_is_reported() {
        Expectation passes = new Expectation(
                Set.of(Verdict.PASS, Verdict.WARN),
                Map.of(),
                List.of(),
                List.of(),
                Map.of(),
                Map.of(),
                List.of(),
                false);
        assertThat(Differences.between(passes, failing))
                .contains("the verdict is FAIL, not PASS or WARN", "false alarm: cpu-cost is broken");
        assertThat(Differences.between(passes, Examples.passing())).isEmpty();
    }

    @Test
    void a_rule_that_may_break_is_neither_missed_nor_a_false_alarm() {
        for (String may : List.of("checkout-p99", "throughput")) {
            Expectation expected = new Expectation(
                    Set.of(Verdict.FAIL),
                    Map.of("cpu-cost", ANY),
                    List.of(may),
                    List.of(),
                    Map.of(),
                    Map.of(),
                    List.of(),
                    false);
            assertThat(Differences.between(expected, failing))
                    .isEqualTo(may.equals("throughput") ? List.of("false alarm: checkout-p99 is broken") : List.of());
        }
    }

    @Test
    void rules_that_hold_are_shown_to() {
        assertThat(with(List.of("throughput"), Map.of())).isEmpty();
        assertThat(with(List.of("cpu-cost"), Map.of())).containsExactly("cpu-cost is not shown to hold: FAIL");
        assertThat(with(List.of("none-such"), Map.of())).containsExactly("none-such was not judged");
    }

    @Test
    void a_fall_is_as_large_as_expected() {
        assertThat(with(List.of(), Map.of("throughput", 0.001))).isEmpty();
        assertThat(with(List.of(), Map.of("throughput", 0.1)))
                .containsExactly("throughput is not lower by at least 10 %");
        assertThat(with(List.of(), Map.of("cpu-cost", 0.1))).containsExactly("cpu-cost is not lower by at least 10 %");
    }

    @Test
    void a_diagnosis_that_is_not_there_is_missed() {
        Expectation expected = new Expectation(
                Set.of(Verdict.FAIL),
                Map.of("cpu-cost", ANY, "checkout-p99", ANY),
                List.of(),
                List.of(),
                Map.of(),
                Map.of("fork-join-churn", List.of()),
                List.of(),
                false);
        assertThat(Differences.between(expected, failing)).containsExactly("there is no diagnosis fork-join-churn");
    }

    @Test
    void cost_that_moved_has_to_be_recognised() {
        Expectation expected = new Expectation(
                Set.of(Verdict.FAIL),
                Map.of("cpu-cost", ANY, "checkout-p99", ANY),
                List.of(),
                List.of(),
                Map.of(),
                Map.of(),
                List.of(),
                true);
        assertThat(Differences.between(expected, failing)).containsExactly("moved cost is not recognised");
    }

    @Test
    void an_expectation_agrees_with_itself() {
        assertThatThrownBy(() -> new Expectation(
                        Set.of(Verdict.FAIL), Map.of(), List.of(), List.of(), Map.of(), Map.of(), List.of(), false))
                .isInstanceOf(CatalogueProblem.class)
                .hasMessageContaining("FAIL needs broken rules");
        assertThatThrownBy(() ->
                        new Expectation(Set.of(), Map.of(), List.of(), List.of(), Map.of(), Map.of(), List.of(), false))
                .isInstanceOf(CatalogueProblem.class)
                .hasMessageContaining("needs a verdict");
    }

    @Test
    void a_result_has_figures_and_causes() {
        Step step = new Step(
                "problem",
                Step.Kind.RUN,
                Map.of(),
                null,
                new Expectation(
                        Set.of(Verdict.FAIL),
                        Map.of("cpu-cost", ANY),
                        List.of(),
                        List.of("throughput"),
                        Map.of(),
                        Map.of(),
                        List.of(),
                        false));
        StepResult found = StepResult.of(step, failing, 12.5);

        assertThat(found.asExpected()).isFalse();
        assertThat(found.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(found.broken()).extracting(StepResult.Line::id).contains("cpu-cost", "checkout-p99");
        assertThat(found.broken().get(0).text()).contains("cpu.per-request is 11.2 ms", "152 % above");
        assertThat(found.broken().get(0).causes())
                .anySatisfy(cause -> assertThat(cause).startsWith("culprit: dev.flamegate.sample"))
                .anySatisfy(cause -> assertThat(cause).startsWith("diagnosis: gc-pressure"));
        assertThat(found.held()).extracting(StepResult.Line::id).containsExactly("throughput");
    }

    private List<String> differences(Map<String, Cause> broken) {
        return Differences.between(
                new Expectation(
                        Set.of(Verdict.FAIL), broken, List.of(), List.of(), Map.of(), Map.of(), List.of(), false),
                failing);
    }

    private List<String> with(List<String> holds, Map<String, Double> fallsBy) {
        return Differences.between(
                new Expectation(
                        Set.of(Verdict.FAIL),
                        Map.of("cpu-cost", ANY, "checkout-p99", ANY),
                        List.of(),
                        holds,
                        fallsBy,
                        Map.of(),
                        List.of(),
                        false),
                failing);
    }
}
