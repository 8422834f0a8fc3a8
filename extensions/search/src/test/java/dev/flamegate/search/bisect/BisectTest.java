package dev.flamegate.search.bisect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.gate.Builds;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.gate.FakeMachine;
import dev.flamegate.gate.Plans;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.gate.Repository;
import dev.flamegate.gate.Stored;
import dev.flamegate.gate.measure.ArmFailed;
import dev.flamegate.model.Arm;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.runtime.Installation;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.search.bisect.Bisect.Bisected;
import dev.flamegate.search.bisect.Bisection.Ending;
import dev.flamegate.search.bisect.Bisection.Result;
import dev.flamegate.search.bisect.Bisection.Suspect;
import dev.flamegate.targets.TargetFailed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches in a real repository on a machine where nothing runs; the build copies a file, and fails where that says so. */
class BisectTest {
    private static final String PLAN = """
            service: shop
            target: {jar: out/shop.jar, port: 8080, environment: {PORT: "{port}"}}
            build: 'mkdir -p out && ! grep -q broken source && cp source out/shop.jar'
            load: {simulation: shop.Checkout, warm-up: {at-least: 5 s, at-most: 30 s}, measure: 10 s}
            profile: {events: []}
            """;
    private static final Duration PLENTY = Duration.ofHours(6);

    @TempDir
    Path folder;

    private final Plans.Noted progress = new Plans.Noted();
    private final Map<String, Double> costs = new HashMap<>();
    private final List<String> commits = new ArrayList<>();
    private FakeMachine machine = new FakeMachine();
    private Repository repository;
    private double cost = 0.004;

    @BeforeEach
    void begin() throws Exception {
        repository = new Repository(folder.resolve("repository"));
        machine = machine();
        commit("good");
        repository.git("tag", "good");
    }

    @Test
    void the_commit_is_found_and_compared_with_its_parent() throws Exception {
        commits(5);
        String culprit = grown("slower");
        commits(5);

        Bisected bisected = bisect(PLENTY);

        Bisection bisection = bisected.bisection();
        assertThat(bisection.ending()).isEqualTo(Ending.FOUND);
        assertThat(bisection.commits()).isEqualTo(11);
        assertThat(bisection.suspects()).singleElement().satisfies(suspect -> {
            assertThat(suspect.commit().hash()).isEqualTo(culprit);
            assertThat(suspect.commit().subject()).isEqualTo("slower");
            assertThat(suspect.commit().author()).isEqualTo("Ada");
            assertThat(suspect.probability()).isGreaterThan(0.95);
        });
        assertThat(Objects.requireNonNull(bisection.growth()).relative()).isBetween(0.08, 0.12);
        Bisection.Alone alone = Objects.requireNonNull(bisection.alone());
        assertThat(alone.parent()).isEqualTo(commits.get(5));
        assertThat(Objects.requireNonNull(alone.finding()).growth()).isBetween(0.08, 0.12);
        assertThat(bisected.report().run().commit()).contains(culprit);
        assertThat(bisection.steps()).hasSizeBetween(2, 5);
        // The rules of a search may be one of many.
        assertThat(Stored.comparisons(folder).list())
                .isNotEmpty()
                .allSatisfy(stored -> assertThat(stored.verdict()).isEmpty());
        assertThat(progress.notes)
                .anyMatch(note -> note.startsWith("11 commits lie between good and HEAD"))
                .anyMatch(note -> note.matches(
                        "step 1: [0-9a-f]{10} \\(.*\\) has (not )?the growth \\(.* %, \\d+ pairs?\\); .*"));
        assertThat(machine.running).isEmpty();
    }

    @Test
    void merges_are_followed_to_the_commit_of_the_branch() throws Exception {
        commits(2);
        repository.git("checkout", "-q", "-b", "feature");
        String before = commit("on the branch");
        String culprit = grown("slower on the branch");
        double grown = cost;
        repository.git("checkout", "-q", "main");
        cost = 0.004;
        costs.put(before, cost);
        repository.commit("beside it", "other", "beside it");
        costs.put(repository.head(), cost);
        cost = grown;
        costs.put(repository.merge("feature"), cost);
        commits(2);

        assertThat(found()).isEqualTo(culprit);
    }

    @Test
    void commits_that_do_not_build_are_gone_around() throws Exception {
        commits(2);
        broken();
        broken();
        commits(1);
        String culprit = grown("slower");
        commits(3);

        Bisection bisection = bisect(PLENTY).bisection();

        assertThat(bisection.suspects())
                .extracting(suspect -> suspect.commit().hash())
                .containsExactly(culprit);
        assertThat(bisection.steps().stream().filter(step -> step.result() == Result.NOT_MEASURABLE))
                .allSatisfy(step -> assertThat(step.because()).contains("could not be built"));
    }

    @Test
    void what_no_build_tells_apart_is_a_range() throws Exception {
        commits(3);
        String one = broken();
        cost *= 1.1;
        String two = broken();
        String three = commit("builds again");
        commits(2);

        Bisection bisection = bisect(PLENTY).bisection();

        assertThat(bisection.ending()).isEqualTo(Ending.RANGE);
        assertThat(bisection.suspects())
                .extracting(suspect -> suspect.commit().hash())
                .containsExactlyInAnyOrder(one, two, three);
        assertThat(bisection.suspects().stream()
                        .mapToDouble(Suspect::probability)
                        .sum())
                .isGreaterThan(0.95);
        assertThat(bisection.alone()).isNull();
    }

    @Test
    void a_build_that_does_not_start_is_gone_around_too() throws Exception {
        commits(3);
        String dead = commit("does not start");
        String culprit = grown("slower");
        commits(2);
        // Of the two arms, the candidate is placed last.
        AtomicReference<String> candidate = new AtomicReference<>("");
        machine.cost(arm -> {
            candidate.set(arm.value());
            return costs.getOrDefault(arm.value(), 0.004);
        });
        machine.onReady((arm, start) -> {
            if (arm == Arm.CANDIDATE && dead.equals(candidate.get())) {
                throw new TargetFailed("it exited with 1");
            }
        });

        Bisection bisection = bisect(PLENTY).bisection();

        assertThat(bisection.steps())
                .filteredOn(step -> step.commit().hash().equals(dead))
                .singleElement()
                .satisfies(step -> assertThat(step.because()).isEqualTo("the candidate: it exited with 1"));
        assertThat(bisection.ending()).isEqualTo(Ending.RANGE);
        assertThat(bisection.suspects())
                .extracting(suspect -> suspect.commit().hash())
                .containsExactlyInAnyOrder(dead, culprit);
        assertThat(machine.running).isEmpty();
    }

    @Test
    void a_commit_that_cannot_be_compared_with_its_parent_is_named_all_the_same() throws Exception {
        commits(3);
        String culprit = grown("slower");
        commits(3);
        String parent = commits.get(3);
        List<String> placed = new ArrayList<>();
        machine.cost(arm -> {
            placed.add(arm.value());
            return costs.getOrDefault(arm.value(), 0.004);
        });
        machine.onReady((arm, start) -> {
            if (placed.subList(placed.size() - 2, placed.size()).equals(List.of(parent, culprit))) {
                throw new TargetFailed("it exited with 1");
            }
        });

        Bisection bisection = bisect(PLENTY).bisection();

        assertThat(bisection.ending()).isEqualTo(Ending.FOUND);
        assertThat(bisection.suspects())
                .extracting(suspect -> suspect.commit().hash())
                .containsExactly(culprit);
        assertThat(bisection.alone()).isNull();
        assertThat(progress.warnings)
                .anyMatch(warning -> warning.startsWith("the commit found could not be compared with its parent: "));
        assertThat(machine.running).isEmpty();
    }

    @Test
    void commits_of_one_tree_are_one_build() throws Exception {
        commits(2);
        String culprit = grown("slower");
        for (int i = 0; i < 4; i++) {
            repository.git("commit", "-q", "--allow-empty", "-m", "nothing");
            costs.put(repository.head(), cost);
        }

        Bisection bisection = bisect(PLENTY).bisection();

        assertThat(bisection.suspects())
                .extracting(suspect -> suspect.commit().hash())
                .containsExactly(culprit);
        assertThat(bisection.steps())
                .allSatisfy(step -> assertThat(step.commit().subject()).isNotEqualTo("nothing"));
    }

    @Test
    void jars_that_come_out_equal_are_measured_once() throws Exception {
        commits(2);
        String culprit = grown("slower");
        for (int i = 0; i < 4; i++) {
            costs.put(repository.commit("notes", "notes", "note " + i), cost);
        }

        Bisection bisection = bisect(PLENTY).bisection();

        assertThat(bisection.suspects())
                .extracting(suspect -> suspect.commit().hash())
                .containsExactly(culprit);
        assertThat(bisection.steps())
                .filteredOn(step -> step.commit().subject().equals("notes"))
                .allSatisfy(step -> assertThat(step.result()).isEqualTo(Result.SAME_BUILD));
    }

    @Test
    void a_budget_that_ends_leaves_a_range_and_the_next_search_goes_on_from_there() throws Exception {
        commits(6);
        String culprit = grown("slower");
        commits(6);

        Bisection first = bisect(Duration.ofSeconds(200)).bisection();
        int starts = machine.started.size();
        Bisection second = bisect(PLENTY).bisection();

        assertThat(first.ending()).isEqualTo(Ending.OUT_OF_TIME);
        assertThat(first.suspects())
                .extracting(suspect -> suspect.commit().hash())
                .contains(culprit);
        assertThat(machine.time.nanos()).isPositive();
        assertThat(second.suspects())
                .extracting(suspect -> suspect.commit().hash())
                .containsExactly(culprit);
        assertThat(first.steps()).isNotEmpty();
        assertThat(second.steps()).hasSizeGreaterThan(first.steps().size());
        assertThat(first.steps())
                .filteredOn(step -> step.result() == Result.GROWN || step.result() == Result.NOT_GROWN)
                .allSatisfy(step -> assertThat(second.steps())
                        .filteredOn(later -> later.commit().equals(step.commit()))
                        .singleElement()
                        .satisfies(later -> assertThat(later.pairs()).isEqualTo(step.pairs())));
        assertThat(progress.notes).anyMatch(note -> note.startsWith("continuing from"));
        assertThat(starts).isLessThan(machine.started.size());
    }

    @Test
    void what_was_found_is_found_again_without_measuring() throws Exception {
        commits(4);
        String culprit = grown("slower");
        commits(4);
        bisect(PLENTY);
        int starts = machine.started.size();

        Bisection again = bisect(PLENTY).bisection();

        assertThat(again.suspects())
                .extracting(suspect -> suspect.commit().hash())
                .containsExactly(culprit);
        assertThat(again.alone()).isNotNull();
        assertThat(machine.started).hasSize(starts);
    }

    @Test
    void without_a_broken_rule_there_is_nothing_to_search_for() throws Exception {
        commits(4);

        Bisection bisection = bisect(PLENTY).bisection();

        assertThat(bisection.ending()).isEqualTo(Ending.NOT_BROKEN);
        assertThat(bisection.steps()).isEmpty();
        assertThat(BisectReport.exitCode(bisection.ending(), false)).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void a_single_commit_is_the_one() throws Exception {
        String culprit = grown("slower");

        Bisection bisection = bisect(PLENTY).bisection();

        assertThat(bisection.ending()).isEqualTo(Ending.FOUND);
        assertThat(bisection.suspects())
                .extracting(suspect -> suspect.commit().hash())
                .containsExactly(culprit);
        assertThat(bisection.steps()).isEmpty();
        assertThat(bisection.alone()).isNotNull();
    }

    @Test
    void a_good_build_that_does_not_start_ends_the_search() throws Exception {
        commits(3);
        machine.onReady((arm, start) -> {
            if (arm == Arm.BASELINE) {
                throw new TargetFailed("it exited with 1");
            }
        });

        assertThatThrownBy(() -> bisect(PLENTY)).isInstanceOf(ArmFailed.class);
        assertThat(machine.running).isEmpty();
    }

    @Test
    void an_interrupt_in_a_step_leaves_nothing_running_and_the_next_search_goes_on() throws Exception {
        commits(4);
        String culprit = grown("slower");
        commits(4);
        progress.onStage = stage -> {
            if (!progress.notes.stream()
                            .filter(note -> note.startsWith("step 1"))
                            .toList()
                            .isEmpty()
                    && stage.contains("measuring")) {
                progress.onStage = later -> {};
                Thread.currentThread().interrupt();
            }
        };

        assertThatThrownBy(() -> bisect(PLENTY)).isInstanceOf(InterruptedException.class);

        assertThat(Thread.interrupted()).isFalse();
        assertThat(machine.running).isEmpty();
        assertThat(repository.git("worktree", "list").lines()).hasSize(1);
        assertThat(found()).isEqualTo(culprit);
    }

    @Test
    void revisions_that_are_not_in_a_line_or_the_same_are_refused() throws Exception {
        repository.git("checkout", "-q", "-b", "side");
        commits(1);
        repository.git("checkout", "-q", "main");
        commits(1);

        assertThatThrownBy(() -> bisect("side", "main"))
                .isInstanceOf(Builds.BuildFailed.class)
                .hasMessageContaining("side is not an ancestor of main")
                .hasMessageContaining("bisect from where they parted");
        assertThatThrownBy(() -> bisect("main", "main")).hasMessageContaining("the same commit");
        assertThatThrownBy(() -> bisect("v9", "main")).hasMessageContaining("does the revision exist?");
    }

    private String found() throws Exception {
        List<Suspect> suspects = bisect(PLENTY).bisection().suspects();
        assertThat(suspects).hasSize(1);
        return suspects.get(0).commit().hash();
    }

    private Bisected bisect(Duration budget) throws Exception {
        return bisect("good", "HEAD", budget);
    }

    private Bisected bisect(String good, String bad) throws Exception {
        return bisect(good, bad, PLENTY);
    }

    private Bisected bisect(String good, String bad, Duration budget) throws Exception {
        RuleSet rules = RulesReader.read(List.of(new Source("rules.yaml", Plans.CPU_RULE)));
        Plan plan = Plans.of(PLAN);
        MeasurementPlan setup = MeasurementPlan.open(
                plan, rules, repository.folder, new Installation(folder, folder, folder), progress);
        try (Bisect bisect =
                new Bisect(setup, new ReportFolder(folder.resolve("report")), Stored.comparisons(folder), machine)) {
            return bisect.bisect(good, bad, Looks.DEFAULT, budget);
        }
    }

    private FakeMachine machine() {
        return new FakeMachine().cost((ArmSpec arm) -> costs.getOrDefault(arm.value(), 0.004));
    }

    private String grown(String subject) throws Exception {
        cost *= 1.1;
        return commit(subject);
    }

    private void commits(int number) throws Exception {
        for (int i = 0; i < number; i++) {
            commit("change " + commits.size());
        }
    }

    private String broken() throws Exception {
        return committed("does not build", "broken " + commits.size());
    }

    private String commit(String subject) throws Exception {
        return committed(subject, "works " + commits.size());
    }

    private String committed(String subject, String source) throws Exception {
        String hash = repository.commit(subject, "source", source);
        commits.add(hash);
        costs.put(hash, cost);
        return hash;
    }
}
