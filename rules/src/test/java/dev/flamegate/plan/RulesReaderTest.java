package dev.flamegate.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.flamegate.model.Unit;
import dev.flamegate.model.rule.Better;
import dev.flamegate.model.rule.Criterion.Absolute;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Rule.Applies;
import dev.flamegate.model.rule.Rule.Decision;
import dev.flamegate.model.rule.Rule.OnNoBaseline;
import dev.flamegate.model.rule.Rule.OnNoData;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.plan.yaml.PlanProblems.Problem;
import dev.flamegate.plan.yaml.Source;
import java.util.List;
import org.junit.jupiter.api.Test;

class RulesReaderTest {
    @Test
    void a_short_rule_has_the_usual_answers_to_doubt() {
        Rule rule = read("""
                        rules:
                          - id: cpu
                            indicator: cpu.utilization
                            must: "< 50%"
                        """).rules().get(0);

        assertThat(rule.must()).containsExactly(new Absolute("< 50%", Operator.LESS, new Quantity(50, Unit.PERCENT)));
        assertThat(rule.should()).isEmpty();
        assertThat(rule.onNoData()).isEqualTo(OnNoData.FAIL);
        assertThat(rule.onNoBaseline()).isEqualTo(OnNoBaseline.RECORD);
        assertThat(rule.decision()).isEqualTo(Decision.EVIDENCE);
        assertThat(rule.applies()).isEqualTo(Applies.BOTH);
        assertThat(rule.selector()).isEqualTo(Selector.ALL);
        assertThat(rule.source()).isEqualTo("rules.yaml:2");
        assertThat(rule.line()).isEqualTo(2);
    }

    @Test
    void every_key_of_a_rule_arrives() {
        Rule rule = read("""
                        version: 1
                        rules:
                          - id: churn
                            indicator: profile.cpu.total
                            frame: java.util.concurrent.ForkJoinPool.scan
                            pool: worker-#
                            request: GET *
                            must: ["< 15%", "< 2 points growth vs pin release"]
                            should: "< 10%"
                            on-no-data: skip
                            on-no-baseline: warn
                            decision: point
                            applies: run
                            owner: team-x
                            why: It burns
                        """).rules().get(0);

        assertThat(rule.selector())
                .isEqualTo(new Selector("GET *", "java.util.concurrent.ForkJoinPool.scan", "worker-#"));
        assertThat(rule.must()).hasSize(2);
        assertThat(rule.should()).hasSize(1);
        assertThat(rule.onNoData()).isEqualTo(OnNoData.SKIP);
        assertThat(rule.onNoBaseline()).isEqualTo(OnNoBaseline.WARN);
        assertThat(rule.decision()).isEqualTo(Decision.POINT);
        assertThat(rule.applies()).isEqualTo(Applies.RUN);
        assertThat(rule.owner()).isEqualTo("team-x");
        assertThat(rule.why()).isEqualTo("It burns");
    }

    @Test
    void one_file_may_use_the_indicators_of_another() {
        Source rules = new Source("a.yaml", "rules:\n  - {id: queue, indicator: orders.queue, must: '< 100 tasks'}\n");
        Source own = new Source("b.yaml", """
                indicators:
                  orders.queue: {query: orders_queue, unit: tasks, better: lower, description: Waiting orders}
                  orders.share: {query: x, unit: ratio, better: higher}
                """);

        RuleSet set = RulesReader.read(List.of(rules, own));

        assertThat(set.rules().get(0).indicator())
                .isEqualTo(Indicator.own(
                        "orders.queue", Unit.count("tasks"), Better.LOWER, "Waiting orders", "orders_queue"));
        assertThat(set.indicators()).extracting(Indicator::unit).containsExactly(Unit.count("tasks"), Unit.RATIO);
    }

    @Test
    void problems_of_all_files_come_at_once() {
        Source one = new Source("one.yaml", "rules: [{id: a, indicator: cpu.utilization, must: '< 5'}]");
        Source two = new Source("two.yaml", "rules: [{id: a, indicator: latency.p99, must: '< 5 ms'}]\nruls: 1");
        Source three = new Source("three.yaml", "\t- x");

        PlanProblems problems =
                catchThrowableOfType(PlanProblems.class, () -> RulesReader.read(List.of(one, two, three)));

        assertThat(problems.problems())
                .extracting(problem -> problem.source() + ": " + problem.message())
                .containsExactlyInAnyOrder(
                        "one.yaml: the unit is missing; cpu.utilization takes % here",
                        "two.yaml: the id `a` is already used by the rule at one.yaml:1",
                        "two.yaml: unknown key `ruls`",
                        "three.yaml: a tab: YAML may be indented with spaces only");
    }

    @Test
    void no_files_are_no_rules() {
        assertThat(RulesReader.read(List.of()).rules()).isEmpty();
    }

    @Test
    void files_without_any_rule_are_refused_since_they_would_pass_everything() {
        Source own = new Source("own.yaml", "indicators: {a: {query: x, unit: ms, better: lower}}");

        assertThat(catchThrowableOfType(PlanProblems.class, () -> RulesReader.read(List.of(own)))
                        .problems())
                .extracting(Problem::message)
                .containsExactly("no rule in any file: a gate without rules would pass whatever happens");
    }

    @Test
    void a_criterion_may_stand_after_a_literal_block() {
        assertThat(read("rules:\n  - id: t\n    indicator: throughput\n    must: |\n      > 100 requests/s\n")
                        .rules()
                        .get(0)
                        .must()
                        .get(0)
                        .text())
                .isEqualTo("> 100 requests/s");
    }

    private static RuleSet read(String text) {
        return RulesReader.read(List.of(new Source("rules.yaml", text)));
    }
}
