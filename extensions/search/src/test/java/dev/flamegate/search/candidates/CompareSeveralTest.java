package dev.flamegate.search.candidates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.gate.Builds;
import dev.flamegate.gate.Compare;
import dev.flamegate.gate.FakeMachine;
import dev.flamegate.gate.Judging;
import dev.flamegate.gate.Plans;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.gate.measure.ArmFailed;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.Installation;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.search.candidates.ComparedCandidates.Candidate;
import dev.flamegate.search.candidates.ComparedCandidates.Failed;
import dev.flamegate.search.candidates.ComparedCandidates.OutOfTime;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredComparison;
import dev.flamegate.targets.TargetFailed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several candidates in turns, on a machine where nothing runs and time passes at once. */
class CompareSeveralTest {
    private static final Duration PLENTY = Duration.ofHours(5);
    private static final double USUAL = 0.004;

    @TempDir
    Path folder;

    private final Plans.Noted progress = new Plans.Noted();
    private final Map<String, Double> costs = new HashMap<>();
    private final FakeMachine machine = new FakeMachine().cost(arm -> costs.getOrDefault(arm.called(), USUAL));

    @BeforeEach
    void makeBuild() throws Exception {
        Files.writeString(folder.resolve("a.jar"), "one");
    }

    @Test
    void each_candidate_is_measured_in_turn_until_it_is_decided() throws Exception {
        costs.put("slower", 0.0052);

        ComparedCandidates compared = compare(PLENTY, "like", "slower", "other");

        assertThat(compared.candidates())
                .extracting(Candidate::verdict)
                .containsExactly(Verdict.PASS, Verdict.FAIL, Verdict.PASS);
        assertThat(compared.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(compared.headline()).startsWith("slower is FAIL, like is PASS, other is PASS; of slower: ");
        assertThat(turns().subList(0, 6))
                .containsExactly("like 1", "slower 1", "other 1", "like 2", "slower 2", "other 2");
        int passed = pairs(compared, "like");
        assertThat(passed).isBetween(Looks.MIN_PAIRS, 5);
        assertThat(pairs(compared, "slower")).isEqualTo(5).isGreaterThanOrEqualTo(passed);
        assertThat(turns()).hasSize(passed + 5 + pairs(compared, "other"));
        assertThat(progress.notes).anyMatch(note -> note.startsWith("slower: ") && note.endsWith("cpu fails; decided"));
    }

    @Test
    void never_more_than_two_targets_run_and_nothing_is_left_over() throws Exception {
        List<Long> running = new ArrayList<>();
        machine.events = event -> running.add(machine.running.stream()
                .filter(what -> what.endsWith(" target"))
                .count());

        compare(PLENTY, "a", "b", "c");

        assertThat(running).isNotEmpty().allMatch(targets -> targets <= 2);
        assertThat(machine.running).isEmpty();
        assertThat(machine.started.stream().filter("BASELINE target"::equals)).hasSameSizeAs(turns());
    }

    @Test
    void each_is_stored_as_a_comparison_of_two_with_its_part_of_the_error() throws Exception {
        costs.put("slower", 0.0052);

        compare(PLENTY, "like", "slower");

        List<StoredComparison> stored = store().list();
        assertThat(stored).hasSize(2);
        assertThat(stored)
                .extracting(one -> one.verdict().orElseThrow())
                .containsExactlyInAnyOrder(Verdict.PASS, Verdict.FAIL);
        assertThat(stored).allSatisfy(one -> {
            Looks looks = store().looks(one.key()).orElseThrow();
            assertThat(looks.failError()).isEqualTo(Looks.DEFAULT.failError() / 2);
            GateReport again = new Judging(plan(), rules(), history(), folder)
                    .judge(store().load(one.key()).orElseThrow(), store(), looks);
            assertThat(again.judgement().verdict()).isEqualTo(one.verdict().orElseThrow());
        });
    }

    @Test
    void a_later_comparison_of_two_needs_no_further_pair() throws Exception {
        compare(PLENTY, "a", "b");
        int starts = machine.started.size();

        try (Compare two = new Compare(setup(), reports(), store(), machine)) {
            GateReport report = two.compare(ArmSpec.parse("a.jar"), arm("b"), Looks.DEFAULT, PLENTY);
            assertThat(report.judgement().verdict()).isEqualTo(Verdict.PASS);
        }

        assertThat(machine.started).hasSize(starts);
    }

    @Test
    void a_candidate_that_is_worse_leaves_its_part_of_the_error_to_the_others() throws Exception {
        costs.put("slow", 0.008);
        staysUndecided("near");

        compare(PLENTY, "slow", "near");

        Map<String, Looks> looks = new HashMap<>();
        for (StoredComparison one : store().list()) {
            looks.put(
                    one.verdict().orElseThrow().name(), store().looks(one.key()).orElseThrow());
        }
        assertThat(looks.get("FAIL").failError()).isEqualTo(Looks.DEFAULT.failError() / 2);
        looks.remove("FAIL");
        assertThat(looks.values())
                .singleElement()
                .satisfies(other -> assertThat(other.failError()).isEqualTo(Looks.DEFAULT.failError()));
    }

    @Test
    void a_candidate_that_does_not_start_ends_only_its_own_comparison() throws Exception {
        machine.onReadyOf(arm -> {
            if ("broken".equals(arm.name())) {
                throw new TargetFailed("it exited with 1\nError: unknown option");
            }
        });

        ComparedCandidates compared = compare(PLENTY, "broken", "like");

        assertThat(compared.candidates().get(0).ending())
                .isEqualTo(new Failed("it exited with 1\nError: unknown option"));
        assertThat(compared.candidates().get(0).sentence()).isEqualTo("it could not be measured: it exited with 1");
        assertThat(compared.candidates().get(1).verdict()).isEqualTo(Verdict.PASS);
        assertThat(compared.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(progress.warnings).anyMatch(warning -> warning.startsWith("broken: it exited with 1"));
        assertThat(machine.running).isEmpty();
    }

    @Test
    void a_candidate_that_dies_later_keeps_its_pairs() throws Exception {
        AtomicInteger starts = new AtomicInteger(); // both arms get ready at the same time
        machine.onReadyOf(arm -> {
            if ("dies".equals(arm.name()) && starts.incrementAndGet() == 3) {
                throw new TargetFailed("it is gone");
            }
        });

        ComparedCandidates compared = compare(PLENTY, "dies", "like");

        assertThat(compared.candidates().get(0).ending()).isInstanceOf(Failed.class);
        assertThat(compared.candidates().get(1).verdict()).isEqualTo(Verdict.PASS);
        assertThat(store().list()).extracting(StoredComparison::pairs).contains(2);
    }

    @Test
    void a_baseline_that_does_not_start_ends_it() {
        machine.onReadyOf(arm -> {
            if (arm.name() == null) {
                throw new TargetFailed("it exited with 1");
            }
        });

        assertThatThrownBy(() -> compare(PLENTY, "a", "b"))
                .isInstanceOf(ArmFailed.class)
                .hasMessage("the baseline: it exited with 1");
        assertThat(machine.running).isEmpty();
    }

    @Test
    void what_is_decided_stays_so_when_the_baseline_dies_later() throws Exception {
        costs.put("slower", 0.0052);
        machine.onReadyOf(arm -> {
            if (arm.name() == null && turns().contains("slower 5")) {
                throw new TargetFailed("it is gone");
            }
        });

        ComparedCandidates compared = compare(PLENTY, "like", "slower");

        assertThat(compared.candidates()).extracting(Candidate::verdict).containsExactly(Verdict.PASS, Verdict.INVALID);
    }

    @Test
    void no_pair_is_begun_that_would_not_fit_into_the_budget_and_the_others_are_said() throws Exception {
        staysUndecided("near");
        machine.onReady((arm, start) -> machine.time.pass(Duration.ofSeconds(83)));

        ComparedCandidates compared = compare(Duration.ofMinutes(20), "near", "like");

        assertThat(machine.time.nanos()).isLessThan(Duration.ofMinutes(20).toNanos());
        assertThat(compared.candidates()).extracting(Candidate::verdict).contains(Verdict.INCONCLUSIVE);
        assertThat(progress.warnings)
                .filteredOn(warning -> warning.startsWith("the budget ends before the next look at every candidate"))
                .hasSize(1);
        assertThat(compared.candidates()
                        .get(0)
                        .report()
                        .orElseThrow()
                        .comparison()
                        .orElseThrow()
                        .warnings())
                .extracting(Warning::id)
                .contains(Notice.BUDGET.id());
    }

    @Test
    void a_candidate_for_which_there_is_no_time_says_so() throws Exception {
        ComparedCandidates compared = compare(Duration.ofSeconds(1), "a", "b", "c");

        assertThat(turns()).containsExactly("a 1");
        assertThat(compared.candidates().get(1).ending()).isEqualTo(new OutOfTime());
        assertThat(compared.candidates().get(2).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void pairs_measured_before_count_and_what_is_decided_is_not_measured_again() throws Exception {
        staysUndecided("near");
        compare(Duration.ofMinutes(5), "like", "near");
        int first = turns().size();

        ComparedCandidates again = compare(PLENTY, "like", "near");

        assertThat(progress.notes)
                .anyMatch(note -> note.matches("like: continuing from \\d pairs of these two builds measured before"));
        assertThat(pairs(again, "like") + pairs(again, "near")).isEqualTo(turns().size());
        assertThat(turns().size()).isGreaterThan(first);
        int starts = machine.started.size();
        compare(Duration.ofSeconds(1), "like", "near");
        assertThat(machine.started).hasSize(starts);
    }

    @ParameterizedTest
    @ValueSource(strings = {"starting", "warming up", "measuring", "collecting"})
    void an_interrupt_leaves_nothing_running_and_keeps_the_pairs_before(String stage) throws Exception {
        progress.onStage = now -> {
            if (now.equals("b, pair 2: " + stage)) {
                Thread.currentThread().interrupt();
            }
        };

        assertThatThrownBy(() -> compare(PLENTY, "a", "b")).isInstanceOf(InterruptedException.class);

        assertThat(machine.running).isEmpty();
        assertThat(store().list()).extracting(StoredComparison::pairs).containsExactlyInAnyOrder(2, 1);
        progress.onStage = now -> {};
        assertThat(compare(PLENTY, "a", "b").verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void two_candidates_that_nothing_distinguishes_are_refused() {
        ArmSpec one = arm("one");

        assertThatThrownBy(() -> compare(PLENTY, List.of(one, one.named("other"))))
                .isInstanceOf(Builds.BuildFailed.class)
                .hasMessage("one and other are the same build with the same options: leave one of them out");
    }

    @Test
    void every_candidate_has_a_folder_of_its_own_and_the_next_measurement_removes_them() throws Exception {
        ComparedCandidates compared = compare(PLENTY, "JDK 25", "jdk-25", "(*)");
        assertThat(compared.candidates())
                .extracting(Candidate::folder)
                .containsExactly("jdk-25", "jdk-25-2", "candidate");

        Path page = new CandidatesInTurns.Written(compared).write(reports(), false, false);

        assertThat(page).isEqualTo(folder.resolve("report/index.html"));
        assertThat(Files.readString(page)).contains("href=\"candidates/jdk-25-2/index.html\"");
        for (String one : List.of("jdk-25", "jdk-25-2", "candidate")) {
            assertThat(folder.resolve("report/candidates").resolve(one)).isDirectoryContaining("glob:**/result.json");
        }
        assertThat(folder.resolve("report"))
                .isDirectoryContaining("glob:**/junit.xml")
                .isDirectoryContaining("glob:**/summary.md");

        Files.writeString(folder.resolve("report/candidates/candidate/mine.txt"), "mine");
        reports().prepare();
        assertThat(folder.resolve("report/candidates"))
                .isDirectoryNotContaining("glob:**/jdk-25")
                .isDirectoryContaining("glob:**/candidate");
        assertThat(folder.resolve("report/candidates/candidate")).isDirectoryNotContaining("glob:**/*.html");
    }

    /** A growth so near to the limit that no look can say on which side it is. */
    private void staysUndecided(String name) {
        int[] starts = {0};
        machine.costAtStart(arm -> {
            if (name.equals(arm.name())) {
                return starts[0]++ % 2 == 0 ? 0.0043 : 0.0041;
            }
            return costs.getOrDefault(arm.called(), USUAL);
        });
    }

    /** The pairs that were measured, by candidate and number. */
    private List<String> turns() {
        return progress.stages.stream()
                .filter(stage -> stage.endsWith(": starting"))
                .map(stage -> stage.replace(", pair", "").replace(": starting", ""))
                .toList();
    }

    private static int pairs(ComparedCandidates compared, String name) {
        return compared.candidates().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .flatMap(Candidate::report)
                .flatMap(GateReport::comparison)
                .orElseThrow()
                .pairs()
                .size();
    }

    private ComparedCandidates compare(Duration budget, String... names) throws InterruptedException {
        return compare(budget, Arrays.stream(names).map(CompareSeveralTest::arm).toList());
    }

    private ComparedCandidates compare(Duration budget, List<ArmSpec> candidates) throws InterruptedException {
        try (CompareSeveral compare = new CompareSeveral(setup(), reports(), store(), machine)) {
            return compare.compare(ArmSpec.parse("a.jar"), candidates, Looks.DEFAULT, budget);
        }
    }

    private static ArmSpec arm(String name) {
        return ArmSpec.parse("a.jar").plus(Map.of("FEATURE", name)).named(name);
    }

    private MeasurementPlan setup() {
        return MeasurementPlan.open(plan(), rules(), folder, new Installation(folder, folder, folder), progress);
    }

    private ReportFolder reports() {
        return new ReportFolder(folder.resolve("report"));
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

    private static RuleSet rules() {
        return RulesReader.read(List.of(new Source("rules.yaml", Plans.CPU_RULE)));
    }

    private static Plan plan() {
        return Plans.of(Plans.SHOP);
    }
}
