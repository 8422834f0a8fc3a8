package dev.flamegate.gate;

import dev.flamegate.collect.probe.ProbeFacts;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Run;
import dev.flamegate.model.Warning;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.report.GateReport;
import dev.flamegate.store.History;
import dev.flamegate.target.Children;
import dev.flamegate.target.CpuSet;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One {@code run}: measures a build, stores it, judges it. */
public final class Gate implements AutoCloseable {
    private final Plan plan;
    private final RuleSet rules;
    private final Path planFolder;
    private final History history;
    private final ReportFolder reports;
    private final Installation installation;
    private final Progress progress;
    private final Children children;

    /**
     * A gate for one plan; ends at once what a killed gate of the same plan left running.
     *
     * @param planFolder that the plan's paths are relative to
     */
    public Gate(
            Plan plan,
            RuleSet rules,
            Path planFolder,
            History history,
            ReportFolder reports,
            Installation installation,
            Progress progress) {
        this.plan = plan;
        this.rules = rules;
        this.planFolder = planFolder;
        this.history = history;
        this.reports = reports;
        this.installation = installation;
        this.progress = progress;
        this.children = Children.in(planFolder.resolve(".flamegate").resolve("running"));
    }

    /**
     * Measures, stores, then judges.
     *
     * @throws RuntimeException of the step that could not go on; nothing is left running, and no run is stored unless
     *     all its trials were measured
     */
    public GateReport run() throws InterruptedException {
        reports.prepare();
        Instant started = Instant.now();
        CpuSet cpus = CpuSet.of(plan.target().limits().cpus());
        List<MeasuredTrial> trials = measureTrials(cpus);
        ProfiledRun run = assemble(started, cpus, trials);
        history.save(run);
        progress.stage("judging", Duration.ZERO);
        GateReport report = new Judging(rules, history, planFolder).judge(run);
        history.saveVerdict(run.run().id(), report.judgement().verdict(), report.judged());
        return report;
    }

    /** Ends everything that was started; for every way out. */
    @Override
    public void close() {
        children.close();
    }

    private List<MeasuredTrial> measureTrials(CpuSet cpus) throws InterruptedException {
        List<MeasuredTrial> trials = new ArrayList<>();
        Rig rig = new Rig(plan, planFolder, installation, cpus, children);
        try (TrialRunner runner =
                new TrialRunner(rig, plan.target().atPort(plan.target().port()))) {
            for (int number = 1; number <= plan.trials(); number++) {
                TrialProgress trialProgress = new TrialProgress(
                        progress,
                        number,
                        plan.trials(),
                        plan.load().warmUp().atMost(),
                        plan.load().measure());
                Path next = number < plan.trials() ? reports.logs(number + 1) : null;
                trials.add(runner.measure(number, reports.logs(number), next, trialProgress));
            }
        }
        return trials;
    }

    private ProfiledRun assemble(Instant started, CpuSet cpus, List<MeasuredTrial> trials) {
        ProbeFacts facts = trials.get(0).facts();
        RunFacts runFacts = new RunFacts(plan, plan.target(), facts);
        List<Warning> warnings = new ArrayList<>();
        cpus.warning().ifPresent(why -> warnings.add(new Warning("cpu-limit", why)));
        if (plan.target().limits().memoryBytes() != null) {
            warnings.add(new Warning(
                    "memory-limit",
                    "limits: memory is not enforced on a plain process; set -Xmx, or use runtime: container"));
        }
        warnings.forEach(warning -> progress.warn(warning.message()));
        Map<String, String> context =
                new LinkedHashMap<>(BuildContext.of(planFolder, plan.target().environment()));
        context.putAll(runFacts.context(planFolder));
        Run run = new Run(
                RunId.at(started),
                plan.service(),
                started,
                "process",
                cpus.cpus(),
                context,
                new Fingerprint(runFacts.fingerprint()),
                trials.stream().map(MeasuredTrial::trial).toList(),
                Map.of(),
                warnings);
        return new ProfiledRun(run, trials.stream().map(MeasuredTrial::profiles).toList());
    }
}
