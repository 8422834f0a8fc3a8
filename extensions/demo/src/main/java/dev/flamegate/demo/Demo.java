package dev.flamegate.demo;

import dev.flamegate.demo.Scenario.Step;
import dev.flamegate.gate.Compare;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.gate.Gate;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.gate.Unmeasured;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.os.FileTree;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.Published;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.Installation;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.Progress;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs scenarios, by the same code as {@code run} and {@code compare}, each in a separate history. */
public final class Demo implements AutoCloseable {
    private final Path service;
    private final Path work;
    private final Map<String, String> overrides;
    private final Installation installation;
    private final Progress progress;
    private volatile Runnable end = () -> {};

    /**
     * A demo.
     *
     * @param service jar of the sample service
     * @param work folder for reports, histories and logs
     * @param overrides keys to override in all plans, such as {@code target.runtime} and a free {@code target.port}
     */
    public Demo(Path service, Path work, Map<String, String> overrides, Installation installation, Progress progress) {
        this.service = service.toAbsolutePath().normalize();
        this.work = work;
        this.overrides = new LinkedHashMap<>(overrides);
        this.installation = installation;
        this.progress = progress;
    }

    /**
     * Runs the steps of a scenario, starting with an empty history, up to the first that cannot be measured: later
     * steps are compared with it.
     */
    public ScenarioResult run(Scenario scenario) throws InterruptedException {
        Path place = work.resolve(scenario.name());
        deleteTree(place);
        History history = new History(place.resolve("history"), progress::warn);
        List<StepResult> steps = new ArrayList<>();
        String machine = "";
        for (Step step : scenario.steps()) {
            progress.note(scenario.name() + ": " + step.kind().command() + " " + step.name());
            long began = System.nanoTime();
            ReportFolder reports = new ReportFolder(place.resolve(step.name()));
            try {
                GateReport report = measure(scenario, step, place, reports, history);
                reports.write(report, ExitCode.of(report.judgement().verdict(), false), false);
                steps.add(StepResult.of(step, report, secondsSince(began)));
                machine = machine(report);
            } catch (RuntimeException e) {
                if (!Unmeasured.is(e)) {
                    throw e;
                }
                steps.add(StepResult.unmeasured(step, String.valueOf(e.getMessage()), secondsSince(began)));
                break;
            }
        }
        return new ScenarioResult(scenario.name(), machine, steps);
    }

    private GateReport measure(Scenario scenario, Step step, Path place, ReportFolder reports, History history)
            throws InterruptedException {
        Plan plan = PlanReader.read(source(scenario.plan()), here(step));
        MeasurementPlan setup = MeasurementPlan.open(plan, rules(scenario, plan), place, installation, progress);
        return step.kind() == Step.Kind.RUN ? run(setup, reports, step, history) : compare(setup, reports, history);
    }

    /** The plans are written for a checkout; here the service's jar is elsewhere. */
    private Map<String, String> here(Step step) {
        Map<String, String> set = new LinkedHashMap<>();
        set.put("target.jar", service.toString());
        set.put("compare.baseline.from", service.toString());
        set.put("compare.candidate.from", service.toString());
        set.putAll(step.set());
        set.putAll(overrides);
        return set;
    }

    private GateReport run(MeasurementPlan setup, ReportFolder reports, Step step, History history)
            throws InterruptedException {
        try (Gate gate = new Gate(setup, reports, history)) {
            end = gate::close;
            GateReport report = gate.run();
            if (step.pin() != null) {
                history.pin(step.pin(), report.run().id());
            }
            return report;
        }
    }

    private GateReport compare(MeasurementPlan setup, ReportFolder reports, History history)
            throws InterruptedException {
        Plan plan = setup.plan();
        ArmSpec baseline = Objects.requireNonNull(plan.compare().baseline(), "compare.baseline");
        ArmSpec candidate = Objects.requireNonNull(plan.compare().candidate(), "compare.candidate");
        try (Compare compare = new Compare(setup, reports, new Comparisons(history, progress::warn))) {
            end = compare::close;
            return compare.compare(
                    baseline, candidate, Looks.FAST, plan.compare().budget());
        }
    }

    /** Stops the measurement in progress. */
    @Override
    public void close() {
        end.run();
    }

    private static RuleSet rules(Scenario scenario, Plan plan) {
        return RulesReader.read(plan.rules().stream()
                .map(path -> {
                    Path beside = scenario.folder().resolve(path);
                    return Files.exists(beside)
                            ? source(beside)
                            : Published.ruleSet(path).orElseGet(() -> source(beside));
                })
                .toList());
    }

    private static Source source(Path file) {
        try {
            return new Source(file.toString(), Files.readString(file));
        } catch (IOException e) {
            throw new CatalogueProblem(file + ": this catalogue file cannot be read: " + e, e);
        }
    }

    private static String machine(GateReport report) {
        Map<String, String> context = report.run().context();
        return context.getOrDefault("host.cpus", "?") + " CPUs (" + context.getOrDefault("host.cpu", "unknown") + "), "
                + context.getOrDefault("jdk", "unknown JDK") + ", runtime "
                + report.run().runtime();
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }

    private static void deleteTree(Path folder) {
        try {
            FileTree.delete(folder);
        } catch (IOException e) {
            throw new CatalogueProblem(folder + ": files of an earlier demo cannot be deleted: " + e, e);
        }
    }
}
