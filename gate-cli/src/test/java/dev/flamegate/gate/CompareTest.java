package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.gate.measure.ArmFailed;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.report.GateReport;
import dev.flamegate.targets.TargetFailed;
import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The loop of a comparison. */
class CompareTest extends ComparedShop {
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

    @Test
    void the_time_that_it_will_take_is_said_before_the_first_pair() throws Exception {
        compare(PLENTY);

        assertThat(progress.notes.get(0))
                .matches("expected as other services go: an unchanged build is decided after 3 to [5-9] pairs"
                        + " \\(.* to .* min.*\\), a growth of twice its limit after 4 to [5-9] pairs"
                        + " \\(.* to .* min.*\\)");
    }

    /** Users who get no answer are in no latency and in no error ratio. */
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
    void what_the_warm_up_leaves_of_a_queue_is_answered_before_the_first_block() throws Exception {
        machine.sharedCpus = OptionalDouble.of(0.9); // of which both use 0.8
        machine.queue = 1700;

        compare(PLENTY);

        assertThat(store().load(key()).orElseThrow().comparison().baseline().trials())
                .isNotEmpty()
                .allSatisfy(trial -> {
                    assertThat(trial.warmUp().window().seconds()).isBetween(44.0, 46.0);
                    assertThat(trial.warnings()).isEmpty();
                });
    }

    @Test
    void a_queue_that_is_still_there_when_it_is_measured_is_reported() throws Exception {
        machine.sharedCpus = OptionalDouble.of(0.9);
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

    /** Lets every pair take this long to start, half of it for each arm. */
    private void takesToStart(Duration duration) {
        machine.onReady((arm, start) -> machine.time.pass(duration.dividedBy(2)));
    }
}
