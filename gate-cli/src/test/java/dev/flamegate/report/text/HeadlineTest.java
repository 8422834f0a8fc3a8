package dev.flamegate.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Interval;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.LatencyPart;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.message.ValidityCheck;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.report.ExampleCauses;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import dev.flamegate.report.GateReport;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeadlineTest {
    private static final double[] BASELINE = {1.50, 1.53, 1.47, 1.55, 1.49, 1.51};
    private static final Optional<String> NONE = Optional.of("no method's growth is distinguishable from noise");

    @Test
    void a_severe_cause_that_was_recognised_stands_where_no_culprit_does() {
        String waits = "threads wait 186 ms per request against 4.81 µs in the baseline";

        assertThat(cause(Optional.of(waits), NONE)).contains(waits);
        assertThat(cause(Optional.empty(), NONE)).contains("no culprit stands out: " + NONE.get());
        assertThat(cause(Optional.empty(), Optional.empty())).isEmpty();
    }

    @Test
    void an_undecided_comparison_says_what_would_decide_it() {
        GateReport near = compared(1.57, 1.48, 1.50);
        GateReport noisy = compared(0.90, 2.60, 1.10, 2.40, 1.00, 2.50);

        assertThat(near.judgement().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(Headline.plain().sentenceAndNext(near))
                .matches(
                        ".*; about \\d+ pairs more, .*, will probably decide it: run it again, and the pairs so far count");
        assertThat(noisy.judgement().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(Headline.plain().sentenceAndNext(noisy)).contains("; more pairs may not decide it: less noise");
        assertThat(PairsText.undecided(
                        noisy.comparison().orElseThrow(),
                        List.of(new ValidityProblem(ValidityCheck.JIT_SHARE, List.of(1), false, "", ""))))
                .hasValueSatisfying(
                        advice -> assertThat(advice).contains("(add -XX:TieredStopAtLevel=1 to target: java-options)"));
    }

    @Test
    void the_first_screen_says_why_where_since_when_and_what_now() {
        GateReport failing = Examples.failing();

        assertThat(Headline.plain().answers(failing))
                .extracting(Headline.Answer::question)
                .containsExactly("Why", "Where", "Since", "Now");
        assertThat(Headline.plain().answers(failing).get(1).text())
                .isEqualTo(
                        "dev/flamegate/sample/matrix/MatrixCalculator.java:73, called from MatrixHandler.handle:41.");
        assertThat(Headline.plain().answers(failing).get(3).text())
                .endsWith("accept it until a day: flamegate accept cpu-cost.");
    }

    @Test
    void a_culprit_of_another_cost_than_what_broke_first_is_said_to_be_one() {
        assertThat(why("cpu.per-request")).startsWith("dev.flamegate.sample.matrix.MatrixCalculator.multiply explains");
        assertThat(why("alloc.per-request"))
                .startsWith(
                        "No culprit stands out: " + NONE.get() + ". Of what also grew, dev.flamegate.sample.matrix");
    }

    @Test
    void the_part_of_a_latency_that_grew_for_certain_stands_where_no_culprit_does() {
        assertThat(slower(new Interval(0.001, 0.007, 0.95)))
                .extracting(Headline.Answer::text)
                .startsWith(
                        "latency: asleep +4 ms per request on average (95 % interval +1 ms to +7 ms), most of it in"
                                + " shop.Journal.write.",
                        "shop.Journal.write.");
        assertThat(slower(new Interval(-0.001, 0.009, 0.95)).get(0).text()).startsWith("No culprit stands out");
    }

    private static List<Headline.Answer> slower(Interval change) {
        LatencyPart asleep = new LatencyPart(LatencyPart.Kind.SLEEP, 0, 0.004, change, "shop.Journal.write");
        return Headline.plain()
                .answers(
                        new Basis(
                                Verdict.FAIL,
                                List.of(),
                                List.of(),
                                List.of(),
                                Optional.empty(),
                                Optional.of(asleep),
                                NONE,
                                Optional.empty(),
                                Optional.empty()),
                        List.of(),
                        List.of());
    }

    /** Why a growth of an indicator failed, where multiplying costs more CPU. */
    private static String why(String indicator) {
        Basis.Claim claim = new Basis.Claim(
                Outcome.FAIL, "cost", indicator, Selector.ALL, 0.005, Unit.MILLISECONDS, 0.5, null, "< 5% growth");
        Basis basis = new Basis(
                Verdict.FAIL,
                List.of(claim),
                List.of(),
                List.of(ExampleCauses.multiply()),
                Optional.empty(),
                Optional.empty(),
                NONE,
                Optional.empty(),
                Optional.empty());
        return Headline.plain().answers(basis, List.of(), List.of()).get(0).text();
    }

    @Test
    void a_pass_has_no_answers_but_the_libraries_that_differ() {
        GateReport passing = compared(1.52, 1.52, 1.50, 1.53, 1.50, 1.49);

        assertThat(Headline.plain().answers(passing))
                .allMatch(answer -> answer.question().equals("Libraries"));
    }

    @Test
    void a_pass_tells_of_no_growth() {
        GateReport passing = compared(1.52, 1.52, 1.50, 1.53, 1.50, 1.49);
        assertThat(passing.judgement().verdict()).isEqualTo(Verdict.PASS);

        assertThat(Headline.plain().hottest(passing).orElseThrow())
                .contains("is the hottest method")
                .doesNotContain("grew");
    }

    /** Pairs whose baseline costs 1.5 ms give or take, and the candidate what is given. */
    private static GateReport compared(double... candidate) {
        double[] baseline = Arrays.copyOf(BASELINE, candidate.length);
        return ExampleComparisons.report(ExampleComparisons.profiled(baseline, candidate, null));
    }

    private static Optional<String> cause(Optional<String> diagnosis, Optional<String> noCulprit) {
        return Headline.plain()
                .cause(new Basis(
                        Verdict.FAIL,
                        List.of(),
                        List.of(),
                        List.of(),
                        diagnosis.map(text -> new Basis.Recognised(true, "waits", text, "use more")),
                        Optional.empty(),
                        noCulprit,
                        Optional.empty(),
                        Optional.empty()));
    }
}
