package dev.flamegate.report.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.judge.forecast.Forecasts;
import dev.flamegate.judge.forecast.NoiseHistory;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.Published;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
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
                        + " An unchanged build fails on all gating growth criteria together in at most 0.4 % of comparisons; at"
                        + " the limit itself about half of comparisons fail or are inconclusive, so set the limit below the"
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

        assertThat(rules.rules().stream().map(RuleExplainer::explain))
                .allMatch(text -> text.endsWith(".") && !text.contains("\n"));
    }

    @Test
    void presets_of_comparisons_come_last() {
        String[] paragraphs = all(read("""
                        rules:
                          - id: a
                            indicator: cpu.per-request
                            must: "< 5% growth vs baseline"
                        """)).split("\n\n");

        assertThat(paragraphs[paragraphs.length - 1])
                .startsWith("Comparisons end as soon as every growth vs baseline is decided.")
                .contains("\n  default: 3, 4, 5, 6, 8, 10, 12 pairs; 0.4 % of unchanged builds FAIL")
                .contains("\n  fast (--fast): 3, 4, 5, 6 pairs;")
                .contains("\n  nightly (--nightly): 4, 6, 8, 10, 12, 16, 20, 24 pairs;");
    }

    @Test
    void a_rule_says_how_often_it_breaks_by_noise_and_what_it_finds() {
        String text = all(read("""
                rules:
                  - id: a
                    indicator: cpu.per-request
                    must: ["< 50 ms", "< 5% growth vs baseline", "< 20% growth vs median of 5 runs"]
                    should: "< 10% growth vs median of 5 runs"
                """));

        assertThat(text)
                .contains(
                        "How often `< 50 ms` breaks of an unchanged build is unknown: it takes 5 runs, and 0 are stored.")
                .containsPattern("Too few pairs are stored here. If they scatter by 5 %, as is usual, `< 5% growth vs"
                        + " baseline` fails [^`]* of unchanged builds, leaves [^`]* undecided, and finds a growth of"
                        + " [0-9.]+ % nine times in ten within 12 pairs\\.")
                .containsPattern(
                        "Too few runs are stored here. If trials scatter by 3.5 %, as is usual, and runs by 5 %,"
                                + " `< 20% growth vs median of 5 runs` fails [^`]* nine times in ten\\. Then `< 10% growth vs"
                                + " median of 5 runs` warns of [^`]* nine times in ten\\.")
                .containsPattern("All growths that can break the build together, with an unchanged build and the noise"
                        + " above:\n  compare: FAIL in [^,]+, INCONCLUSIVE in .* of 2,000 rehearsals\n  run: FAIL in");
    }

    /** The rule's own paragraph, whatever is stored. */
    private static String explain(String rules) {
        return RuleExplainer.explain(read(rules).rules().get(0));
    }

    /** The explanation where nothing is stored. */
    private static String all(RuleSet rules) {
        return RuleExplainer.explain(rules, Forecasts.of(rules.rules(), NoiseHistory.NONE, Looks.DEFAULT));
    }

    private static RuleSet read(String rules) {
        return RulesReader.read(List.of(new Source("rules.yaml", rules)));
    }
}
