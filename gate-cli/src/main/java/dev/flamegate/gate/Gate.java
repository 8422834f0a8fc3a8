package dev.flamegate.gate;

import dev.flamegate.gate.facts.RunFacts;
import dev.flamegate.gate.facts.RunId;
import dev.flamegate.gate.measure.Hooks;
import dev.flamegate.gate.measure.MeasuredTrial;
import dev.flamegate.gate.measure.PastTrial;
import dev.flamegate.gate.measure.StageProgress;
import dev.flamegate.gate.measure.TestBed;
import dev.flamegate.gate.measure.TrialRunner;
import dev.flamegate.model.Arm;
import dev.flamegate.model.HostSpeed;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Window;
import dev.flamegate.model.Work;
import dev.flamegate.plan.HookSpec.Part;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.plan.Plan;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.runtime.TargetRuntime;
import dev.flamegate.store.History;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One {@code run}: measures a build, stores it, judges it. */
public final class Gate implements AutoCloseable {
    private final MeasurementPlan setup;
    private final ReportFolder reports;
    private final History history;
    private final TestBed.Factory beds;
    private volatile @Nullable TestBed bed;

    /** A gate for one plan, which measures real targets. */
    public Gate(MeasurementPlan setup, ReportFolder reports, History history) {
        this(setup, reports, history, TestBed.REAL);
    }

    Gate(MeasurementPlan setup, ReportFolder reports, History history, TestBed.Factory beds) {
        this.setup = setup;
        this.reports = reports;
        this.history = history;
        this.beds = beds;
    }

    /**
     * Measures, stores, then judges.
     *
     * @throws RuntimeException of the step that could not go on; nothing is left running, and no run is stored unless
     *     all its trials were measured
     */
    public GateReport run() throws InterruptedException {
        reports.prepare();
        List<Work> work = new WorkMeasurement(setup).count(beds, reports.logs("work"));
        Optional<HostSpeed> speed = beds.speed(setup.plan().target().runtime());
        TestBed opened = open();
        Instant started = opened.time().now();
        Hooks.Between hooks = once(opened, reports.logs());
        ProfiledRun run;
        try (hooks;
                TargetRuntime runtime = opened.runtime()) {
            run = described(started, runtime, measureTrials(opened), speed);
        }
        return judge(new ProfiledRun(run.run().withWork(work), run.trials()));
    }

    /**
     * Stores and judges a window in the past, as the plan's servers have kept it; drives no load.
     *
     * @throws RuntimeException when they have not, or do not answer
     */
    public GateReport past(Window window) throws InterruptedException {
        reports.prepare();
        TestBed opened = open();
        PlacedTarget placed = opened.runtime().place(setup.plan().target(), Arm.CANDIDATE, null);
        return judge(described(
                window.start(),
                opened.runtime(),
                List.of(PastTrial.of(opened.runtime().past(placed, window))),
                Optional.empty()));
    }

    /**
     * Measures one trial, as a preview of the service and its load; neither stores nor judges it.
     *
     * @throws RuntimeException of the step that could not go on; nothing is left running
     */
    public Trial rehearse() throws InterruptedException {
        TestBed opened = open();
        TargetRuntime runtime = opened.runtime();
        PlacedTarget placed = runtime.place(setup.plan().target(), Arm.CANDIDATE, null);
        Path logs = reports.freshRehearsalLogs();
        Hooks.Between hooks = once(opened, logs);
        try (hooks;
                runtime;
                TrialRunner runner = new TrialRunner(opened, placed)) {
            return runner.measure(1, logs, null, StageProgress.ofTrial(setup.progress(), 1, setup.plan()))
                    .trial();
        }
    }

    /** Ends everything that was started; called on every way out. */
    @Override
    public void close() {
        setup.children().close();
        TestBed opened = bed;
        if (opened != null) {
            opened.runtime().close();
        }
    }

    /** Runs the hooks around everything: the runtime is closed before the hook after it. */
    private static Hooks.Between once(TestBed opened, Path logs) throws InterruptedException {
        return opened.hooks().before(Part.ONCE, Placeholders.NONE, logs);
    }

    private TestBed open() {
        TestBed opened = beds.open(setup.plan().target().runtime(), setup);
        bed = opened;
        return opened;
    }

    private List<MeasuredTrial> measureTrials(TestBed opened) throws InterruptedException {
        Plan plan = setup.plan();
        List<MeasuredTrial> trials = new ArrayList<>();
        PlacedTarget placed = opened.runtime().place(plan.target(), Arm.CANDIDATE, null);
        try (TrialRunner runner = new TrialRunner(opened, placed)) {
            for (int number = 1; number <= plan.trials(); number++) {
                Path next = number < plan.trials() ? reports.logs(number + 1) : null;
                MeasuredTrial measured = runner.measure(
                        number, reports.logs(number), next, StageProgress.ofTrial(setup.progress(), number, plan));
                trials.add(measured);
                if (measured.trial().allFailed()) {
                    break;
                }
            }
        }
        return trials;
    }

    private ProfiledRun described(
            Instant started, TargetRuntime runtime, List<MeasuredTrial> trials, Optional<HostSpeed> speed)
            throws InterruptedException {
        // Reported at the end: some doubts, such as a server that could not be started, come up on the way.
        runtime.warnings().forEach(warning -> setup.progress().warn(warning.message()));
        return new RunFacts(setup, runtime, RunFacts.Build.of(setup.plan()), speed)
                .run(RunId.at(started), started, trials);
    }

    private GateReport judge(ProfiledRun run) throws InterruptedException {
        history.save(run);
        setup.progress().stage("judging", Duration.ZERO);
        GateReport report = new Judging(setup.plan(), setup.rules(), history, setup.folder()).judge(run);
        report.candidate().run().warnings().stream()
                .filter(warning -> !run.run().warnings().contains(warning))
                .forEach(warning -> setup.progress().warn(warning.message()));
        history.saveVerdict(run.run().id(), report.judgement(), report.judged());
        return report;
    }
}
