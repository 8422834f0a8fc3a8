package dev.flamegate.cli;

import dev.flamegate.gate.Gate;
import dev.flamegate.gate.Installation;
import dev.flamegate.gate.Progress;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.report.GateReport;
import dev.flamegate.store.History;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code flamegate run}. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Measures one build and judges it: absolute limits, and growth against stored runs.")
final class RunCommand implements Callable<Integer> {
    @Mixin
    private Options options = new Options();

    @Option(names = "--fail-on-inconclusive", description = "Exit with 4 when there is not enough evidence.")
    private boolean failOnInconclusive;

    @Option(names = "--single-file", description = "Put the style sheet into the HTML page.")
    private boolean singleFile;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PlanFiles files = PlanFiles.read(options);
        checkRuntime(files.plan().target());
        Installation installation = Installation.find();
        ReportFolder folder = new ReportFolder(files.reportFolder());
        try (Reporting reporting = new Reporting(options, spec.commandLine().getErr())) {
            Progress progress = reporting.progress();
            History history = files.history(progress::warn);
            try (Gate gate =
                    new Gate(files.plan(), files.rules(), files.folder(), history, folder, installation, progress)) {
                GateReport report = reporting.untilInterrupted(gate::close, gate::run);
                reporting.clear();
                return new Output(options, spec.commandLine().getOut())
                        .write(report, folder, failOnInconclusive, singleFile);
            }
        }
    }

    /** Refuses what this version cannot start. */
    static void checkRuntime(TargetSpec target) {
        if (target.runtime() != TargetSpec.Runtime.PROCESS
                || (target.jar() == null && target.command().isEmpty())) {
            throw new UsageProblem("this version of flamegate measures plain processes only: target: jar or command,"
                    + " and runtime: process");
        }
    }
}
