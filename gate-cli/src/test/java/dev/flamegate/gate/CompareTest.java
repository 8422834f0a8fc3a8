package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.gate.measure.ArmFailed;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The loop of a comparison, on a machine where nothing runs and time passes at once. */
class CompareTest {
    private static final String PLAN = """
            service: shop
            target: {jar: a.jar, port: 8080, environment: {PORT: "{port}"}}
            load: {simulation: shop.Checkout, warm-up: {at-least: 5 s, at-most: 30 s}, measure: 10 s}
            profile: {events: []}
            """;
    private static final String RULES = """
            version: 1
            rules:
              - id: cpu
                indicator: cpu.per-request
                must: "< 5% growth vs baseline"
            """;
    private static final Duration PLENTY = Duration.ofHours(3);

    @TempDir
    Path folder;

    private final FakeMachine machine = new FakeMachine();
    private final Plans.Noted progress = new Plans.Noted();

    @BeforeEach
    void makeBuilds() throws Exception {
        Files.writeString(folder.resolve("a.jar"), "one");
    }

    @Test
    void a_slower_candidate_fails_as_soon_as_it_is_decided() throws Exception {
        machine.cost(Arm.CANDIDATE, 0.0052);

        GateReport report = compare(PLENTY);

        assertThat(report.judgement().verdict()).isEqualTo(Verdict.FAIL);
        assertThat(pairs()).hasSize(6).allMatch(Pair::valid);
        assertThat(progress.notes).last().asString().contains("cpu fail; decided");
    }

    @Test
    void like_builds_pass_as_soon_as_it_is_decided() throws Exception {
        GateReport report = compare(PLENTY);

        assertThat(report.judgement().verdict()).isEqualTo(Verdict.PASS);
        assertThat(pairs()).hasSizeBetween(Looks.MIN_PAIRS, 5);
    }

    @Test
    void no_pair_is_begun_that_would_not_fit_into_the_budget() throws Exception {
        // A pair takes at most 30 s + 2 x 10 s + 10 s by the plan, and some 30 s on this machine.
        GateReport report = compare(Duration.ofSeconds(100));

        assertThat(pairs()).hasSize(2);
        assertThat(report.judgement().verdict())
                .as("two pairs are too few to judge")
                .isEqualTo(Verdict.INVALID);
    }

    @Test
    void one_pair_is_measured_whatever_the_budget() throws Exception {
        compare(Duration.ofSeconds(1));

        assertThat(pairs()).hasSize(1);
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
        compare(Duration.ofSeconds(100));
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
        // So near to the limit that no look can say on which side it is.
        machine.cost(Arm.CANDIDATE, 0.0042005);
        compare(PLENTY);
        assertThat(pairs()).hasSize(Looks.DEFAULT.last());

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

    private GateReport compare(Duration budget) throws InterruptedException {
        return compare(budget, Looks.DEFAULT);
    }

    private GateReport compare(Duration budget, Looks looks) throws InterruptedException {
        MeasurementPlan setup =
                MeasurementPlan.open(plan(), rules(), folder, new Installation(folder, folder, folder), progress);
        try (Compare compare = new Compare(setup, new ReportFolder(folder.resolve("report")), store(), machine)) {
            return compare.compare(
                    ArmSpec.parse("a.jar"),
                    ArmSpec.parse("a.jar").plus(java.util.Map.of("FEATURE", "on"), List.of()),
                    looks,
                    budget);
        }
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

    private static dev.flamegate.plan.RuleSet rules() {
        return RulesReader.read(List.of(new Source("rules.yaml", RULES)));
    }

    private static Plan plan() {
        return Plans.of(PLAN);
    }
}
