package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Faults;
import dev.flamegate.model.Trial;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.Installation;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.store.History;
import dev.flamegate.targets.TargetFailed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole run, on a machine where nothing runs and time passes at once. */
class GateTest {
    private static final String PLAN = """
            service: shop
            target: {url: "http://127.0.0.1:8080", runtime: attach}
            load: {simulation: shop.Checkout, warm-up: {at-least: 5 s, at-most: 30 s}, measure: 10 s}
            profile: {events: []}
            trials: 3
            """;
    private static final String RULES = """
            version: 1
            rules:
              - id: cpu
                indicator: cpu.per-request
                must: ["< 8 ms", "< 10% growth vs previous run"]
            """;

    @TempDir
    Path folder;

    private final FakeMachine machine = new FakeMachine();
    private final Plans.Noted progress = new Plans.Noted();

    @Test
    void three_trials_are_measured_stored_and_judged() throws Exception {
        GateReport report = run();

        assertThat(report.judgement().verdict()).isEqualTo(Verdict.PASS);
        assertThat(report.run().trials()).hasSize(3);
        assertThat(history().list())
                .singleElement()
                .satisfies(stored -> assertThat(stored.verdict()).contains(Verdict.PASS));
        assertThat(machine.running).isEmpty();
    }

    @Test
    void a_service_of_which_every_request_fails_is_measured_once() throws Exception {
        machine.failing = Arm.CANDIDATE;

        GateReport report = run();

        assertThat(report.judgement().verdict()).isEqualTo(Verdict.INVALID);
        assertThat(report.run().trials()).hasSize(1);
        assertThat(machine.running).isEmpty();
    }

    @Test
    void a_rehearsal_measures_one_trial_and_leaves_nothing_behind() throws Exception {
        Path reports = folder.resolve("report");
        Path stale = reports.resolve("logs/doctor/load/control/stop");
        Files.createDirectories(stale.getParent());
        Files.writeString(stale, "");
        Files.writeString(reports.resolve("result.json"), "{}");
        try (Gate gate = open()) {
            Trial trial = gate.rehearse();

            assertThat(trial.ok()).isPositive();
            assertThat(trial.warmUp().flat()).isTrue();
        }

        assertThat(machine.started).containsExactlyInAnyOrder("CANDIDATE target", "CANDIDATE load");
        assertThat(machine.running).isEmpty();
        assertThat(history().list()).isEmpty();
        assertThat(reports.resolve("result.json")).exists();
        assertThat(stale).doesNotExist();
    }

    @Test
    void what_looks_like_a_secret_in_a_failure_is_not_stored() throws Exception {
        machine.failures.add(new Faults.Failure("GET /", "GET https://ada:s3cr3t@shop.example failed", 2));

        GateReport report = run();

        assertThat(report.run().trials().get(0).faults().failures())
                .containsExactly(new Faults.Failure("GET /", "GET https://(hidden)@shop.example failed", 2));
    }

    @Test
    void a_slower_build_fails_against_the_run_before() throws Exception {
        run();
        machine.cost(Arm.CANDIDATE, 0.006);

        assertThat(run().judgement().verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void a_generator_is_started_ahead_for_each_trial_but_the_first() throws Exception {
        run();

        assertThat(machine.started)
                .containsExactly(
                        "CANDIDATE target",
                        "CANDIDATE load",
                        "CANDIDATE load",
                        "CANDIDATE target",
                        "CANDIDATE load",
                        "CANDIDATE target");
    }

    @Test
    void a_target_that_fails_in_the_last_trial_leaves_nothing_running_and_nothing_stored() {
        machine.onReady((arm, start) -> {
            if (start == 3) {
                throw new TargetFailed("it exited with 1");
            }
        });

        assertThatThrownBy(this::run).isInstanceOf(TargetFailed.class).hasMessage("it exited with 1");

        assertThat(machine.running).isEmpty();
        assertThat(history().list()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"starting", "warming up", "measuring", "collecting"})
    void an_interrupt_in_any_stage_leaves_nothing_running_and_nothing_stored(String stage) {
        progress.onStage = now -> {
            if (now.equals("trial 2 of 3: " + stage)) {
                Thread.currentThread().interrupt();
            }
        };

        assertThatThrownBy(this::run).isInstanceOf(InterruptedException.class);

        assertThat(machine.running).isEmpty();
        assertThat(history().list()).isEmpty();
    }

    private GateReport run() throws InterruptedException {
        try (Gate gate = open()) {
            return gate.run();
        }
    }

    private Gate open() {
        MeasurementPlan setup = MeasurementPlan.open(
                Plans.of(PLAN),
                RulesReader.read(List.of(new Source("rules.yaml", RULES))),
                folder,
                new Installation(folder, folder, folder),
                progress);
        return new Gate(setup, new ReportFolder(folder.resolve("report")), history(), machine);
    }

    private History history() {
        return new History(folder.resolve("history"), warning -> {
            throw new AssertionError(warning);
        });
    }
}
