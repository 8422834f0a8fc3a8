package dev.flamegate.gate;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Window;
import dev.flamegate.os.Children;
import dev.flamegate.plan.Plan;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.Placed;
import dev.flamegate.runtime.Runtimes;
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
    private final Job job;
    private final History history;
    private final Children children;
    private volatile @Nullable TargetRuntime runtime;

    /** A gate for one plan; ends at once what a killed gate of the same plan left running. */
    public Gate(Job job, History history) {
        this.job = job;
        this.history = history;
        this.children = job.children();
    }

    /**
     * Measures, stores, then judges.
     *
     * @throws RuntimeException of the step that could not go on; nothing is left running, and no run is stored unless
     *     all its trials were measured
     */
    public GateReport run() throws InterruptedException {
        job.reports().prepare();
        Instant started = Instant.now();
        TargetRuntime place = open();
        return judge(started, place, measureTrials(place));
    }

    /**
     * Stores and judges a window in the past, as the plan's servers have kept it; drives no load.
     *
     * @throws RuntimeException when they have not, or do not answer
     */
    public GateReport past(Window window) throws InterruptedException {
        job.reports().prepare();
        TargetRuntime place = open();
        Placed placed = place.place(job.plan().target(), Arm.CANDIDATE, null);
        return judge(window.start(), place, List.of(PastTrial.of(place.past(placed, window))));
    }

    private TargetRuntime open() {
        TargetRuntime opened = Runtimes.of(job.plan().target().runtime(), job.setup(children));
        runtime = opened;
        return opened;
    }

    private GateReport judge(Instant started, TargetRuntime place, List<MeasuredTrial> trials)
            throws InterruptedException {
        // Told at the end: some doubts, such as a server that could not be had, come up on the way.
        place.warnings().forEach(warning -> job.progress().warn(warning.message()));
        ProfiledRun run =
                new RunFacts(job, place, job.plan().target(), Optional.empty()).run(RunId.at(started), started, trials);
        history.save(run);
        job.progress().stage("judging", Duration.ZERO);
        GateReport report = new Judging(job.plan(), job.rules(), history, job.planFolder()).judge(run);
        history.saveVerdict(run.run().id(), report.judgement(), report.judged());
        return report;
    }

    /** Ends everything that was started; for every way out. */
    @Override
    public void close() {
        children.close();
        TargetRuntime place = runtime;
        if (place != null) {
            place.close();
        }
    }

    private List<MeasuredTrial> measureTrials(TargetRuntime place) throws InterruptedException {
        Plan plan = job.plan();
        List<MeasuredTrial> trials = new ArrayList<>();
        Rig rig = new Rig(plan, job.planFolder(), job.installation(), place, children);
        Placed placed = place.place(plan.target(), Arm.CANDIDATE, null);
        try (TrialRunner runner = new TrialRunner(rig, placed)) {
            for (int number = 1; number <= plan.trials(); number++) {
                TrialProgress trialProgress = new TrialProgress(
                        job.progress(),
                        number,
                        plan.trials(),
                        plan.load().warmUp().atMost(),
                        plan.load().measure());
                Path next = number < plan.trials() ? job.reports().logs(number + 1) : null;
                trials.add(runner.measure(number, job.reports().logs(number), next, trialProgress));
            }
        }
        return trials;
    }
}
