package dev.flamegate.insight.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.Compare;
import dev.flamegate.gate.FakeMachine;
import dev.flamegate.gate.Plans;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.gate.Stored;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Pair.JvmEvents.Kind;
import dev.flamegate.model.Trial;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.Installation;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.store.Comparisons;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a comparison records events, on a machine where nothing runs. */
class CompareEventsTest {
    private static final Duration PLENTY = Duration.ofHours(3);

    @TempDir
    Path folder;

    private final FakeMachine machine = new FakeMachine();
    private final List<String> events = new ArrayList<>();

    @BeforeEach
    void recordThisMachine() throws Exception {
        Path file = folder.resolve("this.jfr");
        try (Recording recording = new Recording()) {
            recording.setSettings(EventSettings.settings());
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        machine.recording = new FakeMachine.Recorded(Files.readAllBytes(file), null);
        machine.events = events::add;
    }

    @Test
    void a_candidate_that_got_worse_is_recorded_once_in_the_pair_that_may_show_it() throws Exception {
        machine.cost(Arm.CANDIDATE, 0.0052);

        GateReport report = compare("", PLENTY);

        assertThat(report.judgement().verdict()).isEqualTo(Verdict.FAIL);
        List<Pair> pairs = pairs();
        assertThat(pairs.subList(0, 3)).allMatch(pair -> pair.jvm() == null);
        assertThat(pairs.subList(4, pairs.size())).allMatch(pair -> pair.jvm() == null);
        assertThat(pairs.get(3).jvm()).satisfies(jvm -> {
            assertThat(jvm.problem()).isNull();
            // Five seconds at 100 requests per second; levels are read outside of any window.
            assertThat(jvm.candidate().requests()).isEqualTo(500);
            assertThat(jvm.candidate().seconds()).isEqualTo(5);
            assertThat(jvm.candidate().tallies()).anyMatch(tally -> tally.kind() == Kind.CODE_CACHE_FULL);
        });
        // The same recording of both arms shows no difference.
        assertThat(report.diagnoses().all()).noneMatch(one -> one.id().equals("code-cache-full"));
    }

    @Test
    void arms_that_are_loaded_at_once_are_recorded_at_once() throws Exception {
        machine.cost(Arm.CANDIDATE, 0.0052);
        machine.sharedCpus = OptionalDouble.of(2);

        compare("", PLENTY);

        Pair recorded =
                pairs().stream().filter(pair -> pair.jvm() != null).findFirst().orElseThrow();
        assertThat(recorded.together()).isTrue();
        assertThat(recorded.jvm().problem()).isNull();
        assertThat(recorded.jvm().baseline().requests()).isEqualTo(500);
        assertThat(recorded.jvm().candidate().requests()).isEqualTo(500);
        Comparisons store = Stored.comparisons(folder);
        Trial trial = store.load(store.list().get(0).key())
                .orElseThrow()
                .comparison()
                .baseline()
                .trials()
                .get(recorded.number() - 1);
        assertThat(trial.seconds().get("record events")).isBetween(6.5, 11.0); // 17 in turns
    }

    @Test
    void a_candidate_as_good_as_the_baseline_costs_no_recording() throws Exception {
        assertThat(compare("", PLENTY).judgement().verdict()).isEqualTo(Verdict.PASS);

        assertThat(events).noneMatch(event -> event.contains("records"));
        assertThat(pairs()).allMatch(pair -> pair.jvm() == null);
    }

    @Test
    void the_plan_and_the_budget_can_leave_it_out() throws Exception {
        machine.cost(Arm.CANDIDATE, 0.0052);

        compare("compare: {events: false}\n", PLENTY);
        assertThat(events).noneMatch(event -> event.contains("records"));

        // A pair takes some 30 s, and recording 20 s more: the fifth would not be measured.
        compare("service: other\n", Duration.ofSeconds(155));
        assertThat(pairs()).hasSizeGreaterThan(3);
        assertThat(events).noneMatch(event -> event.contains("records"));
    }

    @Test
    void what_goes_wrong_with_the_recording_is_kept_and_the_pair_counts() throws Exception {
        machine.cost(Arm.CANDIDATE, 0.0052);
        machine.recording = new FakeMachine.Recorded(new byte[0], "no Flight Recorder");

        assertThat(compare("", PLENTY).judgement().verdict()).isEqualTo(Verdict.FAIL);
        assertThat(pairs()).allMatch(Pair::valid);
        assertThat(pairs().get(3).jvm())
                .satisfies(jvm -> assertThat(jvm.problem()).isEqualTo("no Flight Recorder"));

        machine.recording = new FakeMachine.Recorded("no recording".getBytes(StandardCharsets.UTF_8), null);
        compare("service: other\n", PLENTY);
        assertThat(events).anyMatch(event -> event.endsWith("records no longer"));
    }

    private GateReport compare(String plan, Duration budget) throws Exception {
        String yaml = plan.contains("service:") ? plan + Plans.SHOP.replace("service: shop\n", "") : plan + Plans.SHOP;
        MeasurementPlan setup = MeasurementPlan.open(
                Plans.of(yaml),
                RulesReader.read(List.of(new Source("rules.yaml", Plans.CPU_RULE))),
                folder,
                new Installation(folder, folder, folder),
                new Plans.Noted());
        try (Compare compare =
                new Compare(setup, new ReportFolder(folder.resolve("report")), Stored.comparisons(folder), machine)) {
            return compare.compare(
                    ArmSpec.parse("a.jar"),
                    ArmSpec.parse("a.jar").plus(Map.of("FEATURE", "on")),
                    Looks.DEFAULT,
                    budget);
        }
    }

    private List<Pair> pairs() {
        return Stored.pairs(folder);
    }
}
