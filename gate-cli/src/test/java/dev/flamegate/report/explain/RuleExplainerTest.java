package dev.flamegate.report.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.plan.Published;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RuleExplainerTest {
    private final Locale usual = Locale.getDefault();

    @AfterEach
    void restore() {
        Locale.setDefault(usual);
    }

    static Stream<Locale> locales() {
        return Stream.of(Locale.ROOT, Locale.GERMANY, Locale.forLanguageTag("tr-TR"), Locale.forLanguageTag("ar-EG"));
    }

    @ParameterizedTest
    @MethodSource("locales")
    void a_growth_by_evidence_says_when_it_breaks(Locale locale) {
        Locale.setDefault(locale);

        assertThat(explain("""
                        rules:
                          - id: cpu-cost
                            indicator: cpu.per-request
                            must: "< 12.5% growth vs baseline, ignoring < 0.2 ms"
                            applies: compare
                            why: It costs money
                        """))
                .isEqualTo("Rule `cpu-cost` measures cpu.per-request (CPU time of the target per request)."
                        + " Its growth against the baseline must be below 12.5 % (changes of less than 0.2 ms are masked),"
                        + " or the build fails."
                        + " The baseline is the other arm of a comparison, measured alternately with this one."
                        + " Decided by evidence: it is broken when the growth is significant and at least 12.5 %."
                        + " An unchanged build fails on all gating growth criteria together in at most 0.5 % of runs; at"
                        + " the limit itself about half of runs fail or are inconclusive, so set the limit below the"
                        + " smallest growth that has to be caught. A comparison adds pairs until it has shown one "
                        + "or the other, and is INCONCLUSIVE when its budget ends first."
                        + " When it cannot be measured, the rule fails."
                        + " With nothing to compare with, the value is recorded, the report says why, and the verdict does"
                        + " not change. It applies to `compare` only. Why: It costs money.");
    }

    @Test
    void limits_on_the_value_and_a_selector() {
        assertThat(explain("""
                        rules:
                          - id: p99
                            indicator: latency.p99
                            request: POST /checkout*
                            must: "<= 0.25 s"
                            should: "< 200 ms"
                            on-no-data: skip
                            owner: team-checkout
                        """))
                .isEqualTo("Rule `p99` measures latency.p99 (99th percentile of the response time seen by the load"
                        + " generator) of the request \"POST /checkout*\". It must be at most 0.25 s, or the build fails."
                        + " It should be below 200 ms, or the build gets a warning. A limit on the value itself is compared"
                        + " with the estimate; the report shows its interval. When it cannot be measured, the rule"
                        + " is skipped, and the report says so. Owner: team-checkout.");
    }

    @Test
    void a_decision_by_point_says_that_noise_can_break_it() {
        assertThat(explain("""
                        rules:
                          - id: t
                            indicator: throughput
                            must: ["<= 10% drop vs median of 5 runs"]
                            decision: point
                            on-no-baseline: fail
                        """))
                .contains("Its drop against the median of the latest 5 comparable runs must be at most 10 %")
                .contains("broken when the drop is above 10 %, significant or not, so noise can break it.")
                .contains("With nothing to compare with, the rule fails.");
    }

    @Test
    void several_growths_reach_their_limits() {
        String text = explain("""
                rules:
                  - id: a
                    indicator: errors.ratio
                    must: "< 1 points growth vs pin v1"
                    should: "< 0.5 points growth vs run 2026-1"
                """);

        assertThat(text)
                .contains("Its growth against the run pinned as \"v1\" must be below 1 points")
                .contains("Its growth against the stored run 2026-1 should be below 0.5 points")
                .contains("is significant and reaches its limit.");
    }

    @Test
    void a_growth_that_only_warns_says_how_often_it_warns_for_nothing() {
        assertThat(explain("""
                        rules:
                          - id: a
                            indicator: cpu.per-request
                            must: "< 20 ms"
                            should: "< 5% growth vs previous run"
                        """))
                .contains("An unchanged build gets the warning in at most 0.5 % of runs; at the limit itself about half"
                        + " of runs warn or are inconclusive, so set the limit below")
                .doesNotContain("gating");
    }

    @Test
    void every_ready_rule_gets_a_paragraph_of_its_own() {
        List<Source> sets = Published.ruleSets().stream()
                .map(set -> Published.ruleSet("rules/sets/" + set + ".yaml").orElseThrow())
                .toList();
        RuleSet rules = RulesReader.read(sets);

        String[] paragraphs = RuleExplainer.explain(rules).split("\n\n");

        assertThat(paragraphs).hasSize(rules.rules().size() + 1);
        assertThat(Arrays.copyOf(paragraphs, rules.rules().size()))
                .allMatch(text -> text.endsWith(".") && !text.contains("\n"));
    }

    @Test
    void presets_of_comparisons_come_last() {
        String[] paragraphs = text("""
                        rules:
                          - id: a
                            indicator: cpu.per-request
                            must: "< 5% growth vs baseline"
                        """).split("\n\n");

        assertThat(paragraphs[paragraphs.length - 1])
                .startsWith("Comparisons end as soon as every growth vs baseline is decided.")
                .contains("\n  default: 3, 4, 6, 8, 10, 12 pairs; 0.2 % of unchanged builds FAIL")
                .contains("\n  fast (--fast): 3, 4, 6 pairs;")
                .contains("\n  nightly (--nightly): 4, 6, 8, 10, 12, 16, 20, 24 pairs;");
    }

    /** The rule's own paragraph. */
    private static String explain(String rules) {
        return text(rules).split("\n\n")[0];
    }

    private static String text(String rules) {
        return RuleExplainer.explain(RulesReader.read(List.of(new Source("rules.yaml", rules))));
    }
}
