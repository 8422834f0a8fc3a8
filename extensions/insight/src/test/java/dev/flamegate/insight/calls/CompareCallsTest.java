package dev.flamegate.insight.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.Compare;
import dev.flamegate.gate.FakeMachine;
import dev.flamegate.gate.Plans;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.gate.Stored;
import dev.flamegate.gate.changes.Compiled;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.finding.MoreCalls;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.report.ComparisonCourse;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.Installation;
import dev.flamegate.runtime.MeasurementPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A comparison of two builds of different code, whose calls are counted on a machine where nothing runs. */
class CompareCallsTest {
    private static final Duration PLENTY = Duration.ofHours(3);
    private static final String CODE = "class Cart { static int round(int i) { return i / 10; } }";

    @TempDir
    Path folder;

    private final FakeMachine machine = new FakeMachine();
    private final Plans.Noted progress = new Plans.Noted();
    private final List<String> events = new ArrayList<>();

    @BeforeEach
    void makeBuilds() throws Exception {
        Compiled.of(Files.createDirectories(folder.resolve("one")), CODE).jar(folder.resolve("a/app.jar"));
        Compiled.of(Files.createDirectories(folder.resolve("two")), CODE.replace("10", "20"))
                .jar(folder.resolve("b/app.jar"));
        machine.calls.putAll(Map.of(Arm.BASELINE, 4, Arm.CANDIDATE, 12));
        machine.cost(Arm.CANDIDATE, 0.0052);
        machine.events = events::add;
    }

    @Test
    void calls_are_counted_in_two_pairs_of_a_candidate_that_got_worse() throws Exception {
        GateReport report = compare("", PLENTY);

        assertThat(report.judgement().verdict()).isEqualTo(Verdict.FAIL);
        assertThat(pairs().subList(0, 1)).allMatch(pair -> pair.calls() == null);
        assertThat(pairs().stream().filter(pair -> pair.calls() != null)).hasSize(2);
        assertThat(pairs().get(1).calls()).satisfies(calls -> {
            // Five seconds at 100 requests per second.
            assertThat(calls.baseline().requests()).isEqualTo(500);
            assertThat(calls.baseline().cpuSeconds()).isPositive();
            assertThat(calls.methods()).singleElement().satisfies(method -> {
                assertThat(method.name()).isEqualTo("shop.Cart.round");
                assertThat(method.baseline()).isEqualTo(2000);
                assertThat(method.candidate()).isEqualTo(6000);
            });
        });
        assertThat(named(report)).containsExactly("shop.Cart.round");
        assertThat(progress.notes)
                .anyMatch(note -> note.contains("calls of 1 method are counted in two pairs if the candidate gets"));
    }

    @Test
    void a_pass_costs_no_counting() throws Exception {
        machine.cost(Arm.CANDIDATE, 0.004);

        assertThat(compare("", PLENTY).judgement().verdict()).isEqualTo(Verdict.PASS);
        assertThat(events).noneMatch(event -> event.contains("counts"));
    }

    @Test
    void nothing_is_counted_in_a_judged_block_and_both_arms_get_the_same_load_for_it() throws Exception {
        compare("", PLENTY);

        int counts = events.indexOf("BASELINE counts round");
        int other = events.indexOf("CANDIDATE counts round");
        int first = Math.min(counts, other);
        // One pair is over, and so are the warm-up and two blocks of each arm of the second.
        assertThat(events.subList(0, first).stream().filter(event -> event.endsWith("load off")))
                .hasSize(12);
        assertThat(events.subList(first, first + 4).stream()
                        .map(event -> event.substring(event.indexOf(' ') + 1))
                        .toList())
                .containsExactly("counts round", "load on", "load off", "counts no longer");
    }

    @Test
    void as_many_calls_name_nothing_and_the_plan_can_say_that_none_are_counted() throws Exception {
        machine.calls.put(Arm.CANDIDATE, 4);

        assertThat(named(compare("", PLENTY))).isEmpty();

        assertThat(pairs().get(1).calls()).isNotNull();
        events.clear();
        compare("compare: {count: false}\nservice: other\n", PLENTY);
        assertThat(events).noneMatch(event -> event.contains("counts"));
    }

    @Test
    void what_goes_wrong_with_the_counting_is_kept_and_the_pair_counts() throws Exception {
        machine.calls.put(Arm.CANDIDATE, -1);

        GateReport report = compare("", PLENTY);

        assertThat(report.judgement().verdict()).isEqualTo(Verdict.FAIL);
        assertThat(pairs()).allMatch(Pair::valid);
        assertThat(pairs().get(1).calls()).satisfies(calls -> {
            assertThat(calls.problem()).isEqualTo("its classes cannot be changed");
            assertThat(calls.methods()).isEmpty();
        });
        assertThat(named(report)).isEmpty();
    }

    @Test
    void calls_are_not_counted_where_the_budget_has_no_time_for_it() throws Exception {
        // A pair takes some 30 s, and its counting 14 s.
        compare("", Duration.ofSeconds(62));

        assertThat(pairs()).hasSizeGreaterThan(1);
        assertThat(pairs()).allMatch(pair -> pair.calls() == null);
        assertThat(machine.time.nanos()).isLessThan(Duration.ofSeconds(62).toNanos());
    }

    @Test
    void the_same_jar_with_another_variable_has_nothing_to_count() throws Exception {
        compare(
                "",
                PLENTY,
                ArmSpec.parse("a/app.jar"),
                ArmSpec.parse("a/app.jar").plus(Map.of("FEATURE", "on")));

        assertThat(events).noneMatch(event -> event.contains("counts"));
    }

    private static List<String> named(GateReport report) {
        return report.comparison().map(ComparisonCourse::calls).orElseThrow().stream()
                .map(MoreCalls::method)
                .toList();
    }

    private GateReport compare(String plan, Duration budget) throws Exception {
        return compare(plan, budget, ArmSpec.parse("a/app.jar"), ArmSpec.parse("b/app.jar"));
    }

    private GateReport compare(String plan, Duration budget, ArmSpec baseline, ArmSpec candidate) throws Exception {
        String yaml = plan.contains("service:") ? plan + Plans.SHOP.replace("service: shop\n", "") : plan + Plans.SHOP;
        MeasurementPlan setup = MeasurementPlan.open(
                Plans.of(yaml.replace("a.jar", "a/app.jar")),
                RulesReader.read(List.of(new Source("rules.yaml", Plans.CPU_RULE))),
                folder,
                new Installation(folder, folder, folder),
                progress);
        try (Compare compare =
                new Compare(setup, new ReportFolder(folder.resolve("report")), Stored.comparisons(folder), machine)) {
            return compare.compare(baseline, candidate, Looks.DEFAULT, budget);
        }
    }

    private List<Pair> pairs() {
        return Stored.pairs(folder);
    }
}
