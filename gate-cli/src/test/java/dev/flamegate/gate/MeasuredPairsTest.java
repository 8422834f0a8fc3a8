package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Trial;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.report.GateReport;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests when the arms of a comparison's pairs are loaded, for how long, and with which compilers they run. */
class MeasuredPairsTest extends ComparedShop {
    private static final String AUTO = Plans.SHOP.replace("measure: 10 s", "measure: auto");

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
        machine.jitShare = 0.08;

        machine.reportedOptions = "-XX:+TieredCompilation";
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
    void half_of_a_hurried_warm_up_shows_that_it_is_in_the_way() throws Exception {
        machine.hurries = true;
        machine.jitShare = 0.1; // of a warm target, that would be little enough

        compare(PLENTY);

        assertThat(pairs()).isNotEmpty().allMatch(Pair::withoutC2);
        assertThat(progress.notes)
                .anyMatch(note -> note.startsWith("compiling was not over after half of the warm-up"));
    }

    @Test
    void half_of_a_short_warm_up_shows_nothing() throws Exception {
        machine.hurries = true;
        machine.jitShare = 0.1;

        compare("a.jar", PLENTY, Plans.SHOP.replace("at-most: 30 s", "at-most: 25 s"));

        assertThat(pairs()).isNotEmpty().noneMatch(Pair::withoutC2);
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
            assertThat(measuredSeconds(candidate)).isEqualTo(15);
        }

        assertThat(measuredSeconds("e.jar")).isEqualTo(10);

        assertThat(progress.notes)
                // How many depends on the order of the arms, and so on the host, which is part of what pairs are stored
                // by.
                .anyMatch(note -> note.matches("each arm of a pair is measured for 10 s: by \\d+ earlier pairs.*"));
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
}
