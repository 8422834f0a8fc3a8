package dev.flamegate.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Run;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Finding.Reason;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Step;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SequentialJudgeTest {
    private static final double[] USUAL = {0.0100, 0.0102, 0.0099, 0.0101, 0.0100, 0.0098};
    private static final Rule CPU = rule("cpu.per-request", growth("baseline", 0.05, null));

    @Test
    void an_unchanged_build_passes_as_soon_as_that_is_shown() {
        SequentialJudge judge = judge(CPU);
        ProfiledComparison four = comparison(first(4, USUAL), scaled(1, 0.0101, 0.0101, 0.0100, 0.0100));

        Look progress = judge.look(four);
        Finding finding = judge.judge(four).findings().get(0);

        assertThat(progress.decided()).isTrue();
        assertThat(progress.criteria().get(0).step()).isEqualTo(Step.PASS);
        assertThat(finding.outcome()).isEqualTo(Outcome.PASS);
        assertThat(finding.reason()).isEqualTo(Reason.GROWTH_BELOW_LIMIT);
        assertThat(finding.interval().high()).isLessThan(0.05);
        assertThat(finding.baselineName()).isEqualTo("baseline");
        assertThat(finding.detectable()).isPositive();
    }

    @Test
    void a_fifth_more_fails_after_the_fourth_pair() {
        SequentialJudge judge = new SequentialJudge(List.of(CPU), past(0.01), Looks.DEFAULT);
        Look three = judge.look(comparison(first(3, USUAL), scaled(1.2, first(3, USUAL))));
        ProfiledComparison four = comparison(first(4, USUAL), scaled(1.2, 0.0101, 0.0102, 0.0099, 0.0101));

        assertThat(three.decided()).isFalse();
        assertThat(three.next()).isEqualTo(4);
        assertThat(judge.look(four).decided()).isTrue();
        Judgement judgement = judge.judge(four);
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.findings().get(0).reason()).isEqualTo(Reason.SIGNIFICANT_BEYOND_LIMIT);
        assertThat(judgement.findings().get(0).growth()).isCloseTo(0.2, within(0.01));
        assertThat(judgement.findings().get(0).interval().low()).isPositive();
    }

    @Test
    void a_noisy_comparison_that_ends_is_inconclusive_and_says_what_it_could_have_seen() {
        double[] candidate = {0.0115, 0.0090, 0.0108, 0.0085, 0.0112, 0.0093};
        Judgement judgement = judge(CPU).judge(comparison(USUAL, candidate));

        assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(judgement.findings().get(0).reason()).isEqualTo(Reason.NOT_SHOWN_BELOW_LIMIT);
        assertThat(judgement.findings().get(0).detectable()).isGreaterThan(0.2);
    }

    @Test
    void progress_says_when_it_will_probably_be_decided() {
        Look progress = judge(CPU).look(comparison(first(4, USUAL), new double[] {0.0102, 0.0100, 0.0102, 0.0099}));

        assertThat(progress.decided()).isFalse();
        assertThat(progress.pairs()).isEqualTo(4);
        assertThat(progress.next()).isEqualTo(5);
        assertThat(progress.needed()).isBetween(5, 12);
        assertThat(progress.criteria().get(0).growth().interval()).isNotNull();
    }

    @Test
    void a_first_comparison_fails_within_five_pairs_what_anybody_would_fail() {
        double[] before = {0.0100, 0.0102, 0.0099, 0.0101, 0.0100};
        double[] after = new double[5];
        double[] grown = {0.36, 0.26, 0.31, 0.27, 0.30};
        Arrays.setAll(after, i -> before[i] * (1 + grown[i]));

        Look four = judge(CPU).look(comparison(first(4, before), first(4, after)));
        Look five = judge(CPU).look(comparison(before, after));

        assertThat(four.criteria().get(0).step()).isEqualTo(Step.CONFIRM);
        assertThat(four.next()).isEqualTo(5);
        assertThat(five.judgement().verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void past_comparisons_make_a_growth_significant_earlier() {
        ProfiledComparison four = comparison(first(4, USUAL), scaled(1.1, 0.0102, 0.0100, 0.0102, 0.0098));

        assertThat(judge(CPU).judge(four).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(new SequentialJudge(List.of(CPU), past(0.01), Looks.DEFAULT)
                        .judge(four)
                        .verdict())
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void a_limit_on_a_value_that_slower_code_breaks_is_undecided() {
        Rule limit = rule(
                "cpu.per-request", new Criterion.Absolute("< 9 ms", Operator.LESS, new Quantity(9, Unit.MILLISECONDS)));
        ProfiledComparison with = comparison(USUAL, USUAL);

        assertThat(judge(limit).judge(with).verdict()).isEqualTo(Verdict.FAIL);
        Judgement judgement = judge(limit, CPU).judge(withoutC2(with));
        assertThat(judgement.findings())
                .extracting(Finding::outcome)
                .containsExactly(Outcome.INCONCLUSIVE, Outcome.PASS);
        assertThat(judgement.findings().get(0).warnings())
                .extracting(Warning::id)
                .contains("limit-of-first-compiler");
        assertThat(judgement.validity())
                .filteredOn(problem -> problem.check().equals("first-compiler"))
                .singleElement()
                .satisfies(problem -> assertThat(problem.invalidates()).isFalse());
    }

    @Test
    void absolute_limits_are_judged_and_growths_against_stored_runs_are_not() {
        Rule absolute = rule(
                "cpu.utilization",
                new Criterion.Absolute("< 50%", Operator.LESS, new Quantity(50, Unit.PERCENT)),
                growth("previous run", 0.1, null));
        Rule forRuns = Rules.with(CPU, Rule.Applies.RUN);

        List<Finding> findings =
                judge(absolute, forRuns).judge(comparison(USUAL, USUAL)).findings();

        assertThat(findings).hasSize(1);
        assertThat(findings.get(0).outcome()).isEqualTo(Outcome.FAIL);
        assertThat(findings.get(0).reason()).isEqualTo(Reason.BEYOND_LIMIT);
    }

    @Test
    void a_limit_that_the_baseline_breaks_too_is_not_new() {
        Rule absolute = rule(
                "cpu.per-request",
                new Criterion.Absolute("< 5 ms", Operator.LESS, new Quantity(5, Unit.MILLISECONDS)),
                new Criterion.Absolute("< 10.02 ms", Operator.LESS, new Quantity(10.02, Unit.MILLISECONDS)));

        List<Finding> findings = judge(absolute).judge(comparison(USUAL, USUAL)).findings();

        assertThat(findings.get(0).warnings())
                .singleElement()
                .satisfies(
                        warning -> assertThat(warning.message()).endsWith("and breaks the limit too: this is not new"));
        assertThat(findings.get(1).warnings()).extracting(Warning::id).containsExactly("limit-in-noise");
    }

    @Test
    void pairs_that_only_the_candidate_loses_are_no_pass_without_a_word() {
        Judgement both = judge(CPU).judge(losing(Arm.CANDIDATE, Arm.BASELINE));
        Judgement one = judge(CPU).judge(losing(Arm.CANDIDATE, Arm.CANDIDATE));
        Judgement most = judge(CPU).judge(losing(Arm.CANDIDATE, Arm.BASELINE, Arm.CANDIDATE, Arm.CANDIDATE));

        assertThat(both.verdict()).isEqualTo(Verdict.PASS);
        assertThat(one.verdict()).isEqualTo(Verdict.WARN);
        assertThat(one.validity())
                .anySatisfy(problem -> assertThat(problem.message())
                        .startsWith("2 pairs do not count because of the candidate, and none because of the baseline"));
        assertThat(most.validity())
                .anySatisfy(problem -> assertThat(problem.message())
                        .startsWith("3 pairs do not count because of the candidate, and 1 because of the baseline"));
    }

    /** Eight pairs of an unchanged build, of which the last do not count because of one arm. */
    private static ProfiledComparison losing(Arm... last) {
        double[] before = {0.0100, 0.0101, 0.0099, 0.0100, 0.0101, 0.0099, 0.0100, 0.0100};
        double[] after = {0.0101, 0.0100, 0.0099, 0.0101, 0.0100, 0.0099, 0.0100, 0.0100};
        Comparison all = paired(Runs.costing(before), Runs.costing(after), 0);
        List<Pair> pairs = new ArrayList<>(all.pairs());
        int first = pairs.size() - last.length;
        for (int i = 0; i < last.length; i++) {
            pairs.set(first + i, pairs.get(first + i).without("too few requests", last[i]));
        }
        return ProfiledComparison.bare(
                new Comparison(all.id(), all.started(), all.baseline(), all.candidate(), pairs, Map.of(), List.of()));
    }

    @Test
    void a_pair_that_does_not_count_is_told_and_left_out() {
        ProfiledComparison one = comparison(USUAL, scaled(1, 0.0101, 0.0102, 0.0100, 0.9, 0.0100, 0.0098), 4);
        Judgement judgement = judge(CPU).judge(one);

        assertThat(one.validPairs()).isEqualTo(5);
        assertThat(judgement.verdict()).isEqualTo(Verdict.PASS);
        assertThat(judgement.validity())
                .anySatisfy(problem -> assertThat(problem.message()).contains("pair 4 does not count: a clock step"));
    }

    @Test
    void another_jdk_is_another_condition_unless_the_arms_are_to_differ_in_it() {
        Run before = Runs.costing(USUAL).run();
        Run after = on("21", Map.of(), Runs.costing(USUAL).run());
        Run meant =
                on("21", Map.of(Run.ARM_JDK, "/opt/jdk-21"), Runs.costing(USUAL).run());

        assertThat(before.differences(after)).containsExactly("jdk: 17 here, 21 there");
        assertThat(judge(CPU)
                        .judge(ProfiledComparison.bare(paired(before, after)))
                        .verdict())
                .isEqualTo(Verdict.INVALID);
        assertThat(judge(CPU)
                        .judge(ProfiledComparison.bare(paired(before, meant)))
                        .verdict())
                .isEqualTo(Verdict.PASS);
    }

    private static Comparison paired(Run before, Run after) {
        Comparison some = paired(Runs.costing(USUAL), Runs.costing(USUAL), 0);
        return new Comparison(some.id(), some.started(), before, after, some.pairs(), Map.of(), List.of());
    }

    private static Run on(String jdk, Map<String, String> context, Run run) {
        return new Run(
                run.id(),
                run.service(),
                run.started(),
                run.runtime(),
                run.cpus(),
                context,
                new Fingerprint(Map.of(Fingerprint.JDK, jdk)),
                run.trials(),
                run.seconds(),
                run.warnings());
    }

    @Test
    void two_pairs_decide_nothing() {
        Judgement judgement = judge(CPU).judge(comparison(first(2, USUAL), first(2, USUAL)));

        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(judgement.findings()).isEmpty();
        assertThat(judge(CPU).look(comparison(first(2, USUAL), first(2, USUAL))).next())
                .isEqualTo(3);
    }

    @Test
    void a_growth_that_one_more_pair_agrees_with_is_no_matter_of_slow_restarts() {
        double[] before = {0.0100, 0.0100, 0.0100, 0.0100};
        double[] after = {0.01718, 0.01672, 0.01669, 0.01450};
        Finding finding = new SequentialJudge(List.of(CPU), past(0.03), Looks.DEFAULT)
                .judge(comparison(before, after))
                .findings()
                .get(0);

        assertThat(finding.outcome()).isEqualTo(Outcome.FAIL);
        assertThat(finding.reason()).isEqualTo(Reason.SIGNIFICANT_BEYOND_LIMIT);
        assertThat(finding.because()).isNull();
        assertThat(finding.interval().confidence()).isCloseTo(0.999, within(1e-9));
        assertThat(finding.interval().low()).isPositive();
    }

    @Test
    void slow_restarts_of_the_candidate_alone_warn_and_are_told() {
        double[] before = {0.0100, 0.0101, 0.0099, 0.0100, 0.0100, 0.0101, 0.0099, 0.0100};
        double[] after = {0.0100, 0.0250, 0.0100, 0.0101, 0.0251, 0.0100, 0.0100, 0.0101};
        Finding finding = judge(CPU).judge(comparison(before, after)).findings().get(0);

        assertThat(finding.outcome()).isEqualTo(Outcome.WARN);
        assertThat(finding.reason()).isEqualTo(Reason.SLOW_RESTARTS);
        assertThat(finding.because())
                .isEqualTo("slow restarts: 0 of 8 of the baseline, 2 of 8 of the candidate, at 2.5 times");
        assertThat(finding.growth()).isCloseTo(0, within(0.02));
        assertThat(finding.warnings())
                .filteredOn(warning -> warning.id().equals("slow-restarts"))
                .singleElement()
                .extracting(Warning::message)
                .asString()
                .endsWith("; all restarts taken together, the candidate is on average 37.9 % worse");
    }

    @Test
    void a_growth_below_the_floor_is_masked_and_a_larger_floor_passes_early() {
        Rule floor = rule("cpu.per-request", growth("baseline", 0.05, new Quantity(5, Unit.MILLISECONDS)));
        double[] grown = scaled(1.2, 0.0101, 0.0102, 0.0099, 0.0101);
        SequentialJudge judge = new SequentialJudge(List.of(floor), past(0.01), Looks.DEFAULT);
        Finding finding =
                judge.judge(comparison(first(4, USUAL), grown)).findings().get(0);

        assertThat(judge.look(comparison(first(4, USUAL), grown)).decided()).isTrue();
        assertThat(finding.outcome()).isEqualTo(Outcome.MASKED);
        assertThat(finding.growth()).isCloseTo(0.2, within(0.01));
    }

    @Test
    void a_growth_that_a_floor_excuses_does_not_end_the_search_for_another() {
        Rule allocation = rule("alloc.per-request", growth("baseline", 0.01, new Quantity(1, Unit.KIBIBYTES)));
        double[] cpu = {0.0100, 0.0103, 0.0097, 0.0101, 0.0099, 0.0102, 0.0098, 0.0100};
        double[] tenth = {0.0105, 0.0117, 0.0106, 0.0114, 0.0107, 0.0115, 0.0106, 0.0112};
        double[] bytes = {20_000, 20_030, 19_980, 20_010, 19_990, 20_020, 20_000, 20_010};
        SequentialJudge judge = new SequentialJudge(List.of(CPU, allocation), past(0.03), Looks.DEFAULT);

        ProfiledComparison four = allocating(first(4, cpu), first(4, tenth), bytes);
        ProfiledComparison all = allocating(cpu, tenth, bytes);

        assertThat(judge.look(four).decided()).isFalse();
        assertThat(judge.look(four).isGrown()).isFalse();
        assertThat(judge.judge(all).findings())
                .extracting(Finding::outcome)
                .containsExactly(Outcome.FAIL, Outcome.MASKED);
    }

    @Test
    void a_certain_growth_that_is_not_shown_below_its_limit_is_undecided() {
        double[] after = {0.01042, 0.01072, 0.01022, 0.01056, 0.01036, 0.01028};
        Finding finding = new SequentialJudge(List.of(CPU), past(0.012), Looks.DEFAULT)
                .judge(comparison(USUAL, after))
                .findings()
                .get(0);

        assertThat(finding.interval().low()).isPositive();
        assertThat(finding.growth()).isLessThan(0.05);
        assertThat(finding.reason()).isEqualTo(Reason.NOT_SHOWN_BELOW_LIMIT);
        assertThat(finding.outcome()).isEqualTo(Outcome.INCONCLUSIVE);
    }

    @Test
    void a_worst_method_is_judged_on_pairs() {
        ProfiledRun before = Runs.profiled(Runs.costing(USUAL), 0.30, 0.31, 0.30, 0.29, 0.30, 0.30);
        ProfiledRun after = Runs.profiled(Runs.costing(scaled(1.3, USUAL)), 0.50, 0.51, 0.50, 0.49, 0.50, 0.50);
        Rule worst = rule("profile.cpu.worst-method", growth("baseline", 0.02, null));
        ProfiledComparison comparison =
                new ProfiledComparison(paired(before, after, 0), before.trials(), after.trials());

        Finding finding = judge(worst).judge(comparison).findings().get(0);

        assertThat(finding.outcome()).isEqualTo(Outcome.FAIL);
        assertThat(finding.selector().frame()).isEqualTo("shop.Hot.spot");
    }

    @Test
    void a_should_warns_and_is_not_waited_for() {
        Rule should = Rules.should("latency", "cpu.per-request", CPU.must().get(0));
        Rule allocation = rule("alloc.per-request", growth("baseline", 0.03, null));
        double[] noisy = {0.0115, 0.0090, 0.0108, 0.0085, 0.0112, 0.0093};

        assertThat(judge(should, allocation).look(comparison(USUAL, noisy)).decided())
                .isTrue();
        assertThat(judge(should).look(comparison(USUAL, noisy)).decided()).isFalse();
        assertThat(judge(should)
                        .judge(comparison(USUAL, scaled(1.2, 0.0101, 0.0101, 0.0099, 0.0101, 0.0101, 0.0098)))
                        .verdict())
                .isEqualTo(Verdict.WARN);
    }

    @Test
    void comparisons_without_the_second_compiler_scatter_as_those_did_that_were_without_it_too() {
        ProfiledComparison four = comparison(first(4, USUAL), scaled(1.1, 0.0102, 0.0100, 0.0102, 0.0098));
        SequentialJudge judge = new SequentialJudge(List.of(CPU), past(0.01), Looks.DEFAULT);

        assertThat(judge.judge(four).verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judge.judge(withoutC2(four)).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    private static ProfiledComparison withoutC2(ProfiledComparison profiled) {
        Comparison with = profiled.comparison();
        List<Pair> pairs = with.pairs().stream()
                .map(pair ->
                        new Pair(pair.number(), Arm.BASELINE, pair.order(), null, null, List.of(), null, true, false))
                .toList();
        return ProfiledComparison.bare(new Comparison(
                with.id(), with.started(), with.baseline(), with.candidate(), pairs, Map.of(), List.of()));
    }

    private static SequentialJudge judge(Rule... rules) {
        return new SequentialJudge(List.of(rules), List.of(), Looks.DEFAULT);
    }

    private static ProfiledComparison comparison(double[] before, double[] after) {
        return comparison(before, after, 0);
    }

    private static ProfiledComparison comparison(double[] before, double[] after, int invalid) {
        return ProfiledComparison.bare(paired(Runs.costing(before), Runs.costing(after), invalid));
    }

    /** The candidate allocates 3 % more than the baseline. */
    private static ProfiledComparison allocating(double[] before, double[] after, double[] bytes) {
        ProfiledRun baseline = Runs.allocating(Runs.costing(before), bytes);
        ProfiledRun candidate = Runs.allocating(Runs.costing(after), scaled(1.03, bytes));
        return ProfiledComparison.bare(paired(baseline, candidate, 0));
    }

    private static Comparison paired(ProfiledRun before, ProfiledRun after, int invalid) {
        List<Pair> pairs = new ArrayList<>();
        for (int number = 1; number <= before.trials().size(); number++) {
            List<Arm> order =
                    number % 2 == 1 ? List.of(Arm.BASELINE, Arm.CANDIDATE) : List.of(Arm.CANDIDATE, Arm.BASELINE);
            pairs.add(new Pair(number, order, number == invalid ? "a clock step" : null, List.of()));
        }
        return new Comparison(
                "20261120-154233-0002", Runs.START, before.run(), after.run(), pairs, Map.of(), List.of());
    }

    /** Ten comparisons of an unchanged build, of four pairs each. */
    private static List<Comparison> past(double sd) {
        Random random = new Random(5);
        List<Comparison> past = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            double[] noise = random.doubles(4)
                    .map(x -> 0.01 * Math.exp(sd * random.nextGaussian()))
                    .toArray();
            past.add(comparison(first(4, USUAL), noise).comparison());
        }
        return past;
    }

    private static double[] first(int n, double... values) {
        return Arrays.copyOf(values, n);
    }

    private static double[] scaled(double factor, double... values) {
        return Arrays.stream(values).map(value -> factor * value).toArray();
    }

    private static Rule rule(String indicator, Criterion... must) {
        return Rules.must("r-" + indicator, indicator, must);
    }

    private static Criterion growth(String baseline, double limit, @Nullable Quantity ignoring) {
        return new Criterion.Growth(
                "< " + limit + " growth vs " + baseline,
                Operator.LESS,
                new Quantity(limit * 100, Unit.PERCENT),
                true,
                Criterion.Change.GROWTH,
                baseline.equals("baseline") ? new BaselineRef.OtherArm() : new BaselineRef.PreviousRun(),
                ignoring);
    }
}
