package dev.flamegate.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.report.PairSeries.Look;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.formats.JUnitReport;
import dev.flamegate.report.html.HtmlReport;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.text.Summary;
import dev.flamegate.report.text.Terminal;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ComparedPairsTest {
    @Test
    void a_pair_shows_the_growth_of_its_own_two_trials() {
        ComparisonCourse pairs = pairs(ExampleComparisons.failing());

        assertThat(series(pairs, "cpu-cost").growth().get(0)).isEqualTo((2.9 + 2.42) / (2.9 + 1.5) - 1, within(1e-9));
        assertThat(series(pairs, "cpu-cost").growth().get(2)).isEqualTo((2.9 + 2.35) / (2.9 + 1.47) - 1, within(1e-9));
    }

    @Test
    void a_pair_that_does_not_count_has_no_growth_and_no_part_in_an_estimate() {
        ComparisonCourse pairs = pairs(ExampleComparisons.failing());

        assertThat(pairs.valid()).isEqualTo(6);
        assertThat(pairs.series())
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.growth().get(1)).isNaN());
        assertThat(series(pairs, "cpu-cost").looks().get(0).growth()).isLessThan(0.25);
    }

    @Test
    void looks_are_from_the_third_pair_that_counts_on() {
        assertThat(series(pairs(ExampleComparisons.failing()), "cpu-cost").looks())
                .extracting(Look::pairs, Look::number)
                .containsExactly(tuple(3, 4), tuple(4, 5), tuple(5, 6), tuple(6, 7));
    }

    @Test
    void the_last_look_is_what_the_judgement_says() {
        for (GateReport report : List.of(ExampleComparisons.passing(), ExampleComparisons.failing())) {
            for (PairSeries series : pairs(report).series()) {
                Finding finding = report.judgement().findings().stream()
                        .filter(one -> one.criterion().equals(series.criterion())
                                && one.level() == series.level()
                                && one.rule().equals(series.rule()))
                        .findFirst()
                        .orElseThrow();
                Look last = Objects.requireNonNull(series.last());
                assertThat(last.growth()).isEqualTo(finding.growth());
                assertThat(last.interval()).isEqualTo(finding.interval());
                assertThat(last.detectable()).isEqualTo(finding.detectable());
            }
        }
    }

    @Test
    void the_growths_of_a_worst_method_are_parts_of_the_whole_like_its_estimate() {
        PairSeries worst = series(pairs(ExampleComparisons.failing()), "worst-method");
        double mean = worst.growth().stream()
                .mapToDouble(growth -> growth)
                .filter(Double::isFinite)
                .average()
                .orElseThrow();

        assertThat(worst.selector().frame()).endsWith("MatrixCalculator.multiply");
        assertThat(mean)
                .isEqualTo(
                        Objects.requireNonNull(
                                Objects.requireNonNull(worst.last()).growth()),
                        within(1e-9));
    }

    @Test
    void the_examples_have_the_verdicts_they_are_named_for() {
        assertThat(ExampleComparisons.passing().judgement().verdict()).isEqualTo(Verdict.PASS);
        assertThat(ExampleComparisons.failing().judgement().verdict()).isEqualTo(Verdict.FAIL);
        assertThat(ExampleComparisons.tooShort().judgement().verdict()).isEqualTo(Verdict.INVALID);
    }

    @Test
    void too_few_pairs_have_no_series_and_the_runs_hold_only_pairs_that_count() {
        assertThat(pairs(ExampleComparisons.tooShort()).series()).isEmpty();
        GateReport report = ExampleComparisons.failing();
        assertThat(report.run().trials()).hasSize(6);
        assertThat(report.baseline().orElseThrow().run().run().trials()).hasSize(6);
        assertThat(report.baseline().orElseThrow().measurements()).isNotEmpty();
    }

    @Test
    void a_comparison_in_which_no_pair_counts_still_has_every_report() {
        GateReport report = ExampleComparisons.report(
                ExampleComparisons.profiled(new double[] {1.5}, new double[] {1.5}, "the machine slept"));

        assertThat(pairs(report).valid()).isZero();
        assertThat(report.measurements()).isEmpty();
        assertThat(Summary.write(report, new Terminal(160, false), null)).contains("1 pair of which 0 count");
        assertThat(JUnitReport.write(report)).isNotEmpty();
        assertThat(new String(JsonReport.write(report, 3, null), UTF_8)).contains("the machine slept");
        assertThat(new String(
                        Objects.requireNonNull(HtmlReport.write(report, ReportFlame.of(report), true)
                                .get(HtmlReport.PAGE)),
                        UTF_8))
                .contains("the machine slept");
    }

    @Test
    void a_pair_takes_what_all_of_its_stages_took() {
        assertThat(pairs(ExampleComparisons.passing()).seconds().get(0)).isEqualTo(3 + 8 + 20, within(1e-3));
    }

    @Test
    void a_build_is_named_by_what_tells_it_from_the_other() {
        assertThat(names(Map.of("commit", "a", "jdk", "17"), Map.of("commit", "b", "jdk", "17")))
                .isEqualTo("commit a");
        assertThat(names(Map.of("commit", "a", "jdk", "17"), Map.of("commit", "a", "jdk", "21")))
                .isEqualTo("jdk 17");
        assertThat(names(Map.of("commit", "a", "env.X", "on"), Map.of("commit", "a", "env.X", "off")))
                .isEqualTo("env.X on");
        assertThat(names(Map.of("target.sha256", "a"), Map.of("target.sha256", "b")))
                .isEqualTo("20261120-154233-8f3a");
        assertThat(names(Map.of("commit", "8f3a".repeat(10)), Map.of("commit", "b")))
                .isEqualTo("commit 8f3a8f3a8f3a");
    }

    @Test
    void there_is_a_duration_for_each_pair() {
        ComparisonCourse pairs = pairs(ExampleComparisons.passing());

        assertThatThrownBy(() -> new ComparisonCourse(
                        pairs.id(),
                        Instant.EPOCH,
                        "a",
                        "b",
                        pairs.pairs(),
                        List.of(1.0),
                        Map.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        null))
                .hasMessageContaining("1 durations");
    }

    private static String names(Map<String, String> one, Map<String, String> other) {
        return BuildNames.of(run(one), run(other));
    }

    private static Run run(Map<String, String> context) {
        Run run = Examples.empty().run();
        return new Run(
                run.id(),
                run.service(),
                run.started(),
                run.runtime(),
                run.cpus(),
                new LinkedHashMap<>(context),
                run.fingerprint(),
                List.of(),
                Map.of(),
                List.of());
    }

    private static ComparisonCourse pairs(GateReport report) {
        return report.comparison().orElseThrow();
    }

    private static PairSeries series(ComparisonCourse pairs, String rule) {
        return pairs.series().stream()
                .filter(one -> one.rule().id().equals(rule))
                .findFirst()
                .orElseThrow();
    }
}
