package dev.flamegate.selftest;

import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.gate.Compare;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.gate.Unmeasured;
import dev.flamegate.judge.attribution.RequestCosts;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.os.FileTree;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.Progress;
import dev.flamegate.runtime.UnpackedAgent;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compares a service with itself, and with itself made slower in known ways, as {@code compare} does, with a history of
 * its own.
 */
final class SelfTest implements AutoCloseable {
    private final Supplier<MeasurementPlan> setup;
    private final Supplier<MeasurementPlan> inPairs;
    private final Path work;
    private final Progress progress;
    private final Looks looks;
    private final Duration budget;
    private final History history;
    private volatile Runnable end = () -> {};

    /**
     * A self-test.
     *
     * @param setup opens the measurement of the service, once for each comparison
     * @param inPairs the same without counted work, which would pass an unchanged build before it is measured, and
     *     takes the time of two pairs where it can see nothing
     * @param work folder for reports and history; the history of an earlier self-test is deleted
     * @param budget of each comparison
     */
    SelfTest(
            Supplier<MeasurementPlan> setup,
            Supplier<MeasurementPlan> inPairs,
            Path work,
            Progress progress,
            Looks looks,
            Duration budget) {
        this.setup = setup;
        this.inPairs = inPairs;
        this.work = work;
        this.progress = progress;
        this.looks = looks;
        this.budget = budget;
        Path own = work.resolve(".flamegate");
        try {
            FileTree.delete(own);
        } catch (IOException e) {
            throw new UsageProblem(own + ": files of an earlier self-test cannot be deleted: " + e);
        }
        history = new History(own.resolve("history"), progress::warn);
    }

    /** Compares the service with itself. */
    SelfTestResult unchanged() throws InterruptedException {
        return measured(inPairs, null, ArmSpec.ofTarget());
    }

    /**
     * The slowdowns that fit the service.
     *
     * @throws UsageProblem when its profile shows no method that can be made slower
     */
    static List<Slowdown> slowdowns(GateReport unchanged) {
        Optional<RequestCosts> costs = unchanged.costs(ProfileEvent.CPU);
        Optional<ProfiledMethod> outermost = costs.flatMap(ProfiledMethod::outermost);
        if (costs.isEmpty() || outermost.isEmpty()) {
            throw new UsageProblem("the profile shows no method of the service, so none can be made slower:"
                    + " self-test needs profile: events: [cpu] and requests that the service's own code serves");
        }
        return Slowdown.of(
                unchanged,
                costs.get(),
                outermost.get(),
                ProfiledMethod.innermost(costs.get()).orElseThrow());
    }

    /** Compares the service with itself made slower. */
    SelfTestResult slowed(Slowdown slowdown) throws InterruptedException {
        try (UnpackedAgent agent = UnpackedAgent.of(SelfTest.class, "The self-test's agent")) {
            Path sign = agent.path().resolveSibling(agent.path().getFileName() + ".ran");
            String option = "-javaagent:" + agent.path() + "=jar=" + agent.path() + ",sign=" + sign + ","
                    + slowdown.arguments();
            ArmSpec slower = ArmSpec.ofTarget()
                    .changed(new ArmSpec.Changes(Map.of(), List.of(option), List.of(), null, Map.of()));
            SelfTestResult result = measured(slowdown.isCounted() ? setup : inPairs, slowdown, slower);
            boolean wasSlower = deleted(sign);
            return result.problem() != null || wasSlower
                    ? result
                    : new SelfTestResult(
                            slowdown,
                            result.report(),
                            result.seconds(),
                            "the method was not made slower: its class is loaded in another way than by name, or it runs"
                                    + " on virtual threads alone");
        }
    }

    /** Deletes the file that the agent wrote once the method had done more; false if it did not. */
    private static boolean deleted(Path sign) {
        try {
            return Files.deleteIfExists(sign);
        } catch (IOException e) {
            return true; // it is there
        }
    }

    private SelfTestResult measured(Supplier<MeasurementPlan> plan, @Nullable Slowdown slowdown, ArmSpec candidate)
            throws InterruptedException {
        String name = slowdown == null ? "unchanged" : slowdown.name();
        progress.note("self-test: "
                + (slowdown == null
                        ? "the unchanged service against itself"
                        : slowdown.words() + " in " + slowdown.method().frame()));
        ReportFolder reports = new ReportFolder(work.resolve(name));
        long began = System.nanoTime();
        try (Compare compare = new Compare(plan.get(), reports, new Comparisons(history, progress::warn))) {
            end = compare::close;
            GateReport report = compare.compare(ArmSpec.ofTarget(), candidate, looks, budget);
            double seconds = secondsSince(began);
            reports.write(report, ExitCode.of(report.judgement().verdict(), false), false);
            return new SelfTestResult(slowdown, report, seconds, null);
        } catch (RuntimeException e) {
            if (!Unmeasured.is(e)) {
                throw e;
            }
            return new SelfTestResult(slowdown, null, secondsSince(began), String.valueOf(e.getMessage()));
        }
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }

    /** Stops the comparison in progress. */
    @Override
    public void close() {
        end.run();
    }
}
