package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.gate.measure.ArmFailed;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.Installation;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.targets.TargetFailed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The loop of a comparison, on a machine where nothing runs and time passes at once. */
class CompareTest {
    private static final String AUTO = Plans.SHOP.replace("measure: 10 s", "measure: auto");
    private static final Duration PLENTY = Duration.ofHours(3);

    @TempDir
    Path folder;

    private final FakeMachine machine = new FakeMachine();
    private final Plans.Noted progress = new Plans.Noted();
    private String rules = Plans.CPU_RULE;

    @BeforeEach
    void makeBuilds() throws Exception {
        Files.writeString(folder.resolve("a.jar"), "one");
        Files.writeString(folder.resolve("b.jar"), "two");
    }

    @Test
    void a_slower_candidate_fails_as_soon_as_it_is_decided() throws Exception {
        machine.cost(Arm.CANDIDATE, 0.0052);

        GateReport report = compare(PLENTY);

        assertThat(report.judgement().verdict()).isEqualTo(Verdict.FAIL);
        assertThat(pairs()).hasSize(5).allMatch(Pair::valid);
        assertThat(progress.notes).last().asString().contains("cpu fails; decided");
    }

    @Test
    void like_builds_pass_as_soon_as_it_is_decided() throws Exception {
        GateReport report = compare(PLENTY);

        assertThat(report.judgement().verdict()).isEqualTo(Verdict.PASS);
        assertThat(pairs()).hasSizeBetween(Looks.MIN_PAIRS, 5);
    }

    /** What is never answered is neither slow nor failed. */
    @Test
    void the_time_that_it_will_take_is_said_before_the_first_pair() throws Exception {
        compare(PLENTY);

        assertThat(progress.notes.get(0))
                .matches(
                        "expected as other services go: an unchanged build is decided after [5-9] pairs \\(.* min.*\\),"
                                + " a growth of twice its limit after [5-9] pairs \\(.* min.*\\)");
    }

    @Test
    void users_who_wait_for_ever_are_reported_with_their_arm() throws Exception {
        machine.hanging = 0.3;

        compare(PLENTY);

        Comparison comparison = store().load(key()).orElseThrow().comparison();
        assertThat(comparison.baseline().trials())
                .allSatisfy(trial -> assertThat(trial.warnings()).isEmpty());
        assertThat(comparison.candidate().trials())
                .isNotEmpty()
                .allSatisfy(trial -> assertThat(trial.warnings())
                        .extracting(Warning::message)
                        .singleElement()
                        .asString()
                        .startsWith("users piled up: 1,000 began while it was measured, and 700 ended"));
    }

    @Test
    void a_queue_that_gets_shorter_is_waited_for() throws Exception {
        machine.queue = 1100;

        compare(PLENTY);

        assertThat(store().load(key()).orElseThrow().comparison().baseline().trials())
                .isNotEmpty()
                .allSatisfy(trial -> {
                    assertThat(trial.warmUp().window().seconds()).isBetween(36.0, 41.0);
                    assertThat(trial.warnings()).isEmpty();
                });
    }

    @Test
    void a_queue_that_is_still_there_when_it_is_measured_is_reported() throws Exception {
        machine.queue = 100_000;

        compare(PLENTY);

        assertThat(store().load(key()).orElseThrow().comparison().baseline().trials())
                .isNotEmpty()
                .allSatisfy(trial -> {
                    assertThat(trial.warmUp().window().seconds()).isBetween(44.0, 46.0);
                    assertThat(trial.warnings())
                            .extracting(Warning::message)
                            .singleElement()
                            .asString()
                            .startsWith("users had piled up: 1,000 began while it was measured, and 1,300 ended");
                });
    }

    @Test
    void no_pair_is_begun_that_would_not_fit_into_the_budget() throws Exception {
        // By the plan a pair takes 30 s + 2 x 10 s + 10 s; on this machine 196 s, most of it for starting.
        staysUndecided();
        takesToStart(Duration.ofSeconds(166));

        GateReport report = compare(Duration.ofMinutes(12));

        assertThat(pairs()).hasSize(3);
        assertThat(machine.time.nanos()).isLessThan(Duration.ofMinutes(12).toNanos());
        assertThat(report.comparison().orElseThrow().warnings())
                .filteredOn(warning -> warning.id().equals(Notice.BUDGET.id()))
                .singleElement()
                .extracting(Warning::message)
                .asString()
                .contains("a pair takes 3 min 1", "(the longest of the last 3)", "The next look is after 4 pairs")
                .contains("run it again with --budget 4m or more");
    }

    @Test
    void a_budget_that_was_said_to_be_enough_is_enough_for_the_next_look() throws Exception {
        staysUndecided();
        takesToStart(Duration.ofSeconds(166));
        compare(Duration.ofMinutes(12));

        compare(Duration.ofMinutes(4));

        assertThat(pairs()).hasSize(4);
    }

    @Test
    void what_a_pair_took_counts_and_not_what_the_plan_expects() throws Exception {
        // 80 s by the plan, some 30 s on this machine.
        compare(Duration.ofSeconds(100));

        assertThat(pairs()).hasSize(3);
    }

    @Test
    void the_longest_of_the_latest_pairs_says_what_the_next_one_takes() throws Exception {
        // Whatever a first start takes, such as pulling an image, is over after it.
        staysUndecided();
        machine.onReady((arm, start) -> machine.time.pass(Duration.ofSeconds(start == 1 ? 600 : 0)));

        compare(Duration.ofSeconds(1400));

        assertThat(pairs()).hasSize(Looks.DEFAULT.last());
    }

    @Test
    void one_pair_is_measured_whatever_the_budget_and_it_is_said_at_once_that_it_is_too_short() throws Exception {
        compare(Duration.ofSeconds(1));

        assertThat(pairs()).hasSize(1);
        assertThat(progress.warnings)
                .containsOnlyOnce("the budget of 1 s ends before the next look, which is after 3 pairs: 3 pairs more of"
                        + " about 1 min 0 s (by the plan, without what the two arms take to start) take 3 min 0 s. Set"
                        + " --budget 3m, or run it again: pairs measured until then count");
    }

    @Test
    void it_is_said_after_the_first_pair_that_the_others_will_not_fit() throws Exception {
        // By the plan, three pairs fit.
        takesToStart(Duration.ofSeconds(166));

        compare(Duration.ofMinutes(5));

        assertThat(pairs()).hasSize(1);
        assertThat(progress.warnings).noneMatch(warning -> warning.contains("by the plan"));
    }

    @Test
    void a_rerun_without_time_for_a_pair_measures_none_and_says_which_budget_it_needs() throws Exception {
        takesToStart(Duration.ofSeconds(166));
        compare(Duration.ofMinutes(7));
        int starts = machine.started.size();

        GateReport report = compare(Duration.ofSeconds(60));

        assertThat(pairs()).hasSize(2);
        assertThat(machine.started).hasSize(starts);
        assertThat(report.comparison().orElseThrow().warnings())
                .extracting(Warning::message)
                .anyMatch(message -> message.contains("The next look is after 3 pairs")
                        && message.contains("run it again with --budget 4m or more"));
    }

    @Test
    void three_pairs_in_a_row_that_do_not_count_end_it() throws Exception {
        // Somebody sets the clock while each pair is measured.
        progress.onDetail = () -> machine.time.setBy(Duration.ofSeconds(7));

        GateReport report = compare(PLENTY);

        assertThat(pairs()).hasSize(3).noneMatch(Pair::valid);
        assertThat(progress.warnings)
                .filteredOn(warning -> warning.contains("does not count"))
                .hasSize(3);
        assertThat(report.judgement().verdict()).isEqualTo(Verdict.INVALID);
    }

    @Test
    void an_arm_of_which_every_request_fails_is_not_measured_again() throws Exception {
        machine.failing = Arm.CANDIDATE;

        GateReport report = compare(PLENTY);

        assertThat(pairs()).hasSize(1).noneMatch(Pair::valid);
        assertThat(progress.warnings).anyMatch(warning -> warning.contains("the candidate: all"));
        assertThat(report.judgement().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(machine.running).isEmpty();
    }

    @Test
    void a_pair_that_counts_between_those_that_do_not_lets_it_go_on() throws Exception {
        progress.onDetail = () -> {
            if (machine.started.stream().filter("CANDIDATE target"::equals).count() % 3 != 0) {
                machine.time.setBy(Duration.ofSeconds(7));
            }
        };

        compare(PLENTY);

        assertThat(pairs()).hasSizeGreaterThanOrEqualTo(3 * Looks.MIN_PAIRS);
        assertThat(pairs().stream().filter(Pair::valid).count()).isGreaterThanOrEqualTo(Looks.MIN_PAIRS);
    }

    @Test
    void pairs_measured_before_count() throws Exception {
        compare(Duration.ofSeconds(80));
        int before = pairs().size();

        GateReport report = compare(PLENTY);

        assertThat(before).isEqualTo(2);
        assertThat(progress.notes).anyMatch(note -> note.contains("continuing from 2 pairs"));
        assertThat(report.judgement().verdict()).isEqualTo(Verdict.PASS);
        assertThat(machine.started.stream().filter("BASELINE target"::equals).count())
                .isEqualTo(pairs().size());
    }

    @Test
    void generators_of_the_next_pair_are_started_ahead_and_none_is_left_over() throws Exception {
        compare(PLENTY);

        assertThat(machine.started.stream().filter("BASELINE load"::equals).count())
                .isEqualTo(pairs().size() + 1);
        assertThat(machine.started.subList(4, 6)).containsExactlyInAnyOrder("BASELINE load", "CANDIDATE load");
        assertThat(machine.running).isEmpty();
    }

    @Test
    void targets_are_kept_within_their_limits_once_they_are_warm() throws Exception {
        compare(PLENTY);

        assertThat(progress.notes)
                .anyMatch(note -> note.matches("pair 1 took [\\d.]+ s: warm-up [\\d.]+ s, measure [\\d.]+ s"));
        assertThat(machine.limited).hasSize(2 * pairs().size());
        assertThat(machine.limited.subList(0, 2)).containsExactly("BASELINE after 5 s", "CANDIDATE after 5 s");
    }

    @Test
    void a_hurried_warm_up_has_to_be_warm_at_the_planned_rate_too() throws Exception {
        machine.hurries = true;

        compare(PLENTY);

        assertThat(machine.planned.subList(0, 2))
                .containsExactlyInAnyOrder("BASELINE after 3 s", "CANDIDATE after 3 s");
        assertThat(machine.limited.subList(0, 2))
                .containsExactlyInAnyOrder("BASELINE after 7 s", "CANDIDATE after 7 s");
    }

    @Test
    void half_of_the_warm_up_at_most_is_hurried() throws Exception {
        machine.hurries = true;
        machine.jitShare = 0.05;

        compare(PLENTY);

        assertThat(machine.planned.subList(0, 2))
                .containsExactlyInAnyOrder("BASELINE after 15 s", "CANDIDATE after 15 s");
        assertThat(machine.limited.subList(0, 2))
                .containsExactlyInAnyOrder("BASELINE after 20 s", "CANDIDATE after 20 s");
    }

    @Test
    void arms_that_leave_each_other_room_are_loaded_at_once() throws Exception {
        machine.sharedCpus = OptionalDouble.of(2); // each arm uses 0.4 of them, and its load none

        GateReport report = compare(PLENTY);

        assertThat(report.judgement().verdict()).isEqualTo(Verdict.PASS);
        assertThat(pairs()).isNotEmpty().allMatch(Pair::together);
        Comparison comparison = store().load(key()).orElseThrow().comparison();
        Trial baseline = comparison.baseline().trials().get(0);
        Trial candidate = comparison.candidate().trials().get(0);
        assertThat(baseline.windows()).hasSize(2).isEqualTo(candidate.windows());
        assertThat(baseline.measuredSeconds()).isEqualTo(10);
        assertThat(baseline.seconds().get("measure")).isBetween(10.0, 13.0);
    }

    @Test
    void arms_that_would_wait_for_each_other_take_turns() throws Exception {
        machine.sharedCpus = OptionalDouble.of(0.9);

        compare(PLENTY);

        assertThat(pairs()).isNotEmpty().noneMatch(Pair::together);
    }

    @Test
    void all_pairs_of_two_builds_are_loaded_alike() throws Exception {
        compare(Duration.ofSeconds(1));
        machine.sharedCpus = OptionalDouble.of(2);

        compare(PLENTY);

        assertThat(pairs()).hasSizeGreaterThan(1).noneMatch(Pair::together);
    }

    @Test
    void a_service_that_was_loaded_at_once_is_so_on_a_busier_machine_too() throws Exception {
        machine.sharedCpus = OptionalDouble.of(2);
        compare(PLENTY);
        machine.sharedCpus = OptionalDouble.of(0.9); // of which both use 0.8

        compare("b.jar", PLENTY);
        assertThat(pairs()).isNotEmpty().allMatch(Pair::together);

        machine.sharedCpus = OptionalDouble.of(0.8);
        Files.writeString(folder.resolve("c.jar"), "three");
        compare("c.jar", PLENTY);
        assertThat(pairs()).isNotEmpty().noneMatch(Pair::together);
    }

    @Test
    void arms_take_turns_where_a_build_can_break_for_how_long_an_answer_takes() throws Exception {
        machine.sharedCpus = OptionalDouble.of(2);
        rules = Plans.CPU_RULE + "  - {id: slow, indicator: latency.p99, must: \"< 90 ms\"}\n";

        compare(PLENTY);

        assertThat(pairs()).isNotEmpty().noneMatch(Pair::together);
    }

    @Test
    void a_second_compiler_that_is_in_the_way_is_left_out_by_both_arms_and_this_is_said() throws Exception {
        machine.jitShare = 0.2;

        GateReport report = compare(PLENTY);

        assertThat(report.judgement().verdict()).isEqualTo(Verdict.PASS);
        assertThat(pairs()).hasSizeGreaterThanOrEqualTo(Looks.MIN_PAIRS).allMatch(Pair::withoutC2);
        assertThat(targetsStarted()).as("once with it").isEqualTo(2 * pairs().size() + 2);
        assertThat(progress.notes).anyMatch(note -> note.startsWith("compiling still took 20 % of the CPU"));
        assertThat(report.judgement().validity())
                .extracting(ValidityProblem::check)
                .contains("first-compiler");
        assertThat(machine.running).isEmpty();
    }

    @Test
    void the_next_comparison_of_the_service_leaves_it_out_at_once() throws Exception {
        machine.jitShare = 0.5;
        compare(PLENTY);
        int before = targetsStarted();

        GateReport report = compare("b.jar", PLENTY);

        assertThat(targetsStarted() - before)
                .isEqualTo(2 * report.comparison().orElseThrow().pairs().size());
        assertThat(pairs()).allMatch(Pair::withoutC2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+TieredCompilation", "-Xcomp"})
    void a_choice_of_compilers_stays_wherever_it_comes_from(String option) throws Exception {
        machine.jitShare = 0.5;

        compare("a.jar", PLENTY, Plans.SHOP.replace("port: 8080", "port: 8080, java-options: [" + option + "]"));
        assertThat(pairs()).noneMatch(Pair::withoutC2);

        machine.reportedOptions = "-Xmx1g " + option;
        compare("b.jar", PLENTY);
        assertThat(pairs()).noneMatch(Pair::withoutC2);
    }

    @Test
    void it_comes_back_where_the_first_one_alone_cannot_serve_the_load() throws Exception {
        machine.jitShare = 0.5;
        machine.cost(Arm.CANDIDATE, 0.0085); // of the one CPU that the plan gives, 85 % for 100 requests a second

        compare("a.jar", PLENTY, Plans.SHOP.replace("port: 8080,", "port: 8080, limits: {cpus: 1},"));

        assertThat(pairs()).isNotEmpty().noneMatch(Pair::withoutC2);
        assertThat(targetsStarted()).as("once with it, and once without").isEqualTo(2 * pairs().size() + 4);
        assertThat(progress.notes)
                .anyMatch(
                        note -> note.startsWith("without the second compiler (C2), requests use 85 % of the target's"));
        assertThat(machine.running).isEmpty();
    }

    @Test
    void a_short_warm_up_says_nothing_about_it() throws Exception {
        machine.jitShare = 0.5;

        compare("a.jar", PLENTY, Plans.SHOP.replace("at-most: 30 s", "at-most: 15 s"));

        assertThat(pairs()).isNotEmpty().noneMatch(Pair::withoutC2);
    }

    @Test
    void a_service_that_was_compared_with_it_keeps_it() throws Exception {
        compare(PLENTY);
        machine.jitShare = 0.5;

        compare("b.jar", PLENTY);

        assertThat(pairs()).isNotEmpty().noneMatch(Pair::withoutC2);
    }

    @Test
    void it_is_kept_where_a_rule_is_about_the_start() throws Exception {
        machine.jitShare = 0.5;
        rules = Plans.CPU_RULE + "  - {id: start, indicator: startup.time, must: \"< 10% growth vs baseline\"}\n";

        compare(PLENTY);

        assertThat(pairs()).noneMatch(Pair::withoutC2);
    }

    @Test
    void pairs_with_it_are_followed_by_pairs_with_it() throws Exception {
        compare(Duration.ofSeconds(1));
        machine.jitShare = 0.5;

        compare(PLENTY);

        assertThat(pairs()).hasSizeGreaterThan(1).noneMatch(Pair::withoutC2);
    }

    @Test
    void earlier_pairs_say_how_long_the_next_ones_are_measured_if_the_plan_leaves_it_to_them() throws Exception {
        machine.onReady((arm, start) -> machine.cost(arm, 0.004 + 0.00002 * (start % 3))); // restarts differ alone
        for (String candidate : List.of("b.jar", "c.jar", "d.jar")) {
            assertThat(measuredSeconds(candidate)).isEqualTo(20);
        }

        assertThat(measuredSeconds("e.jar")).isEqualTo(10);

        assertThat(progress.notes)
                .anyMatch(note -> note.startsWith("each arm of a pair is measured for 10 s: by 11 earlier pairs"));
        assertThat(measuredSeconds("f.jar")).as("known by few pairs").isEqualTo(10);
    }

    @Test
    void a_comparison_that_goes_on_keeps_its_length() throws Exception {
        staysUndecided();
        compare("a.jar", PLENTY, AUTO);
        assertThat(pairs()).hasSize(12);

        compare("a.jar", PLENTY, AUTO);

        assertThat(pairs()).hasSize(18);
    }

    /** Seconds of load on each arm in the first pair of what was compared last. */
    private double measuredSeconds(String candidate) throws InterruptedException {
        compare(candidate, PLENTY, AUTO);
        ProfiledComparison latest = store().load(store().list().get(0).key()).orElseThrow();
        return latest.comparison().candidate().trials().get(0).measuredSeconds();
    }

    @Test
    void a_comparison_that_is_decided_measures_nothing_more() throws Exception {
        compare(PLENTY);
        int starts = machine.started.size();

        GateReport report = compare(PLENTY);

        assertThat(report.judgement().verdict()).isEqualTo(Verdict.PASS);
        assertThat(machine.started).hasSize(starts);
    }

    @Test
    void what_the_last_look_leaves_undecided_goes_on_when_run_again() throws Exception {
        staysUndecided();
        compare(PLENTY);
        assertThat(pairs()).hasSize(Looks.DEFAULT.last());
        assertThat(progress.notes).last().asString().contains("cpu is undecided; that was the last look");

        compare(PLENTY, Looks.DEFAULT.between(3, 12));
        assertThat(pairs()).as("--pairs 12 means twelve").hasSize(12);

        compare(PLENTY);
        assertThat(pairs()).hasSize(18);
        assertThat(store().looks(key()).orElseThrow().pairs()).endsWith(14, 16, 18);
    }

    @Test
    void what_is_judged_while_measuring_is_judged_the_same_from_the_disk() throws Exception {
        machine.cost(Arm.CANDIDATE, 0.0043);
        GateReport measured = compare(Duration.ofMinutes(5));

        ProfiledComparison stored = store().load(key()).orElseThrow();
        GateReport again = new Judging(plan(), rules(), history(), folder).judge(stored, store(), Looks.DEFAULT);

        assertThat(again.judgement().findings()).isEqualTo(measured.judgement().findings());
        assertThat(again.judgement().validity()).isEqualTo(measured.judgement().validity());
    }

    @Test
    void an_arm_that_does_not_start_is_named_and_the_pairs_before_are_kept() throws Exception {
        machine.onReady((arm, start) -> {
            if (arm == Arm.CANDIDATE && start > 4) {
                throw new TargetFailed("it exited with 1");
            }
        });

        assertThatThrownBy(() -> compare(PLENTY))
                .isInstanceOf(ArmFailed.class)
                .hasMessage("the candidate: it exited with 1");

        assertThat(machine.running).isEmpty();
        assertThat(pairs()).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"starting", "warming up", "measuring", "collecting"})
    void an_interrupt_in_any_stage_leaves_nothing_running_and_keeps_the_pairs_before(String stage) throws Exception {
        progress.onStage = now -> {
            if (now.equals("pair 2: " + stage)) {
                Thread.currentThread().interrupt();
            }
        };

        assertThatThrownBy(() -> compare(PLENTY)).isInstanceOf(InterruptedException.class);

        assertThat(machine.running).isEmpty();
        assertThat(pairs()).hasSize(1);
    }

    /** A growth so near to the limit that no look can say on which side it is. */
    private void staysUndecided() {
        machine.onReady((arm, start) -> machine.cost(Arm.CANDIDATE, (start + 1) / 2 % 2 == 0 ? 0.0041 : 0.0043));
    }

    /** Lets every pair take this long to start, half of it for each arm. */
    private void takesToStart(Duration duration) {
        machine.onReady((arm, start) -> machine.time.pass(duration.dividedBy(2)));
    }

    private GateReport compare(Duration budget) throws InterruptedException {
        return compare(budget, Looks.DEFAULT);
    }

    private GateReport compare(Duration budget, Looks looks) throws InterruptedException {
        return compare("a.jar", budget, looks, Plans.SHOP);
    }

    private GateReport compare(String candidate, Duration budget) throws InterruptedException {
        return compare(candidate, budget, Plans.SHOP);
    }

    private GateReport compare(String candidate, Duration budget, String plan) throws InterruptedException {
        return compare(candidate, budget, Looks.DEFAULT, plan);
    }

    private GateReport compare(String candidate, Duration budget, Looks looks, String plan)
            throws InterruptedException {
        MeasurementPlan setup = MeasurementPlan.open(
                Plans.of(plan), rules(), folder, new Installation(folder, folder, folder), progress);
        try (Compare compare = new Compare(setup, new ReportFolder(folder.resolve("report")), store(), machine)) {
            return compare.compare(
                    ArmSpec.parse("a.jar"),
                    ArmSpec.parse(candidate).plus(java.util.Map.of("FEATURE", "on")),
                    looks,
                    budget);
        }
    }

    private int targetsStarted() {
        return (int) machine.started.stream()
                .filter(what -> what.endsWith(" target"))
                .count();
    }

    private List<Pair> pairs() {
        return store().load(key()).orElseThrow().comparison().pairs();
    }

    private String key() {
        return store().list().get(0).key();
    }

    private Comparisons store() {
        return new Comparisons(history(), warning -> {
            throw new AssertionError(warning);
        });
    }

    private History history() {
        return new History(folder.resolve("history"), warning -> {
            throw new AssertionError(warning);
        });
    }

    private RuleSet rules() {
        return RulesReader.read(List.of(new Source("rules.yaml", rules)));
    }

    private static Plan plan() {
        return Plans.of(Plans.SHOP);
    }
}
