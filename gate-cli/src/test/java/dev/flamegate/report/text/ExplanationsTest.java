package dev.flamegate.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Finding.Reason;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.report.ExampleFindings;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ExplanationsTest {
    private static final Criterion LIMIT = ExampleFindings.limit("< 12 ms", Operator.LESS, 12, Unit.MILLISECONDS);

    @Test
    void what_is_recorded_for_the_same_reason_is_said_once() {
        Finding cost = recorded("cpu-cost").is(Outcome.RECORDED, Reason.NO_BASELINE);
        Finding costShould = recorded("cpu-cost").should().is(Outcome.RECORDED, Reason.NO_BASELINE);
        Finding orders = recorded("p99").on(Selector.request("GET /orders")).is(Outcome.RECORDED, Reason.NO_BASELINE);

        Explanations explanations = Explanations.of(List.of(cost, costShould, orders));

        assertThat(explanations.groups(UnaryOperator.identity()))
                .containsExactly("recorded, nothing to compare with yet: cpu-cost, p99 GET /orders (none is stored)");
        assertThat(List.of(cost, costShould, orders)).allMatch(explanations::isGrouped);
    }

    @Test
    void what_was_not_measured_has_a_sentence_and_no_row() {
        Finding grown = grown("work").is(Outcome.FAIL, Reason.SIGNIFICANT_BEYOND_LIMIT);
        Finding cpu = recorded("cpu").because("work grew").is(Outcome.SKIPPED, Reason.DECIDED_BY_WORK);
        Finding errors = recorded("errors").because("work grew").is(Outcome.SKIPPED, Reason.DECIDED_BY_WORK);

        assertThat(Explanations.rows(List.of(grown, cpu, errors))).containsExactly(grown);
        assertThat(Explanations.of(List.of(grown, cpu, errors)).groups(UnaryOperator.identity()))
                .containsExactly("not measured, since work grew: cpu, errors");
    }

    @Test
    void a_rule_with_many_parts_counts_them() {
        List<Finding> findings = List.of(
                recorded("p99").on(Selector.request("a")).is(Outcome.RECORDED, Reason.NO_BASELINE),
                recorded("p99").on(Selector.request("b")).is(Outcome.RECORDED, Reason.NO_BASELINE));

        assertThat(Explanations.of(findings).groups(UnaryOperator.identity()))
                .containsExactly("recorded, nothing to compare with yet: p99 (2 parts) (none is stored)");
    }

    @Test
    void a_reason_of_its_own_and_a_warning_keep_their_own_words() {
        Finding alone = recorded("a").because("only 2 of 5 runs are stored").is(Outcome.RECORDED, Reason.NO_BASELINE);
        Finding warned = recorded("b").warning("few requests").is(Outcome.RECORDED, Reason.NO_BASELINE);
        Finding other = recorded("c").is(Outcome.RECORDED, Reason.NO_BASELINE);

        Explanations explanations = Explanations.of(List.of(alone, warned, other));

        assertThat(explanations.groups(UnaryOperator.identity())).isEmpty();
        assertThat(List.of(alone, warned, other)).noneMatch(explanations::isGrouped);
    }

    @Test
    void a_should_is_not_explained_again_beside_the_broken_must_of_its_rule() {
        Finding must = grown("cpu-cost").is(Outcome.FAIL, Reason.SIGNIFICANT_BEYOND_LIMIT);
        Finding should = grown("cpu-cost").should().is(Outcome.WARN, Reason.SIGNIFICANT_BEYOND_LIMIT);
        Finding ofAnother = grown("other").should().is(Outcome.WARN, Reason.SIGNIFICANT_BEYOND_LIMIT);

        Explanations explanations = Explanations.of(List.of(must, should, ofAnother));

        assertThat(explanations.isRepeated(should)).isTrue();
        assertThat(explanations.isRepeated(must)).isFalse();
        assertThat(explanations.isRepeated(ofAnother)).isFalse();
    }

    @Test
    void a_should_that_says_something_else_is_explained() {
        Finding must = grown("cpu-cost").is(Outcome.FAIL, Reason.SIGNIFICANT_BEYOND_LIMIT);
        Finding absolute = grown("cpu-cost").criterion(LIMIT).should().is(Outcome.WARN, Reason.BEYOND_LIMIT);
        Finding elsewhere = grown("cpu-cost")
                .on(Selector.request("GET /orders"))
                .should()
                .is(Outcome.WARN, Reason.SIGNIFICANT_BEYOND_LIMIT);
        Finding warned =
                grown("cpu-cost").should().warning("few requests").is(Outcome.WARN, Reason.SIGNIFICANT_BEYOND_LIMIT);

        Explanations explanations = Explanations.of(List.of(must, absolute, elsewhere, warned));

        assertThat(List.of(absolute, elsewhere, warned)).noneMatch(explanations::isRepeated);
    }

    @Test
    void a_should_is_explained_while_the_must_of_its_rule_holds() {
        Finding must = grown("cpu-cost").is(Outcome.PASS, Reason.GROWTH_BELOW_LIMIT);
        Finding should = grown("cpu-cost").should().is(Outcome.WARN, Reason.SIGNIFICANT_BEYOND_LIMIT);

        assertThat(Explanations.of(List.of(must, should)).isRepeated(should)).isFalse();
    }

    private static ExampleFindings recorded(String rule) {
        return ExampleFindings.of(rule, "cpu.per-request").value(0.0029).because("none is stored");
    }

    private static ExampleFindings grown(String rule) {
        return ExampleFindings.of(rule, "cpu.per-request").value(0.0112).against(0.00444, 1.522);
    }
}
