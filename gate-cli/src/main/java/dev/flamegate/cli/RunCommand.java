package dev.flamegate.cli;

import dev.flamegate.gate.Gate;
import dev.flamegate.gate.Job;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.report.GateReport;
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
        ReportFolder folder = new ReportFolder(files.reportFolder());
        try (Reporting reporting = new Reporting(options, spec.commandLine().getErr())) {
            Job job = files.job(folder, reporting.progress());
            try (Gate gate = new Gate(job, files.history(reporting.progress()::warn))) {
                GateReport report = reporting.untilInterrupted(gate::close, gate::run);
                reporting.clear();
                return new Output(options, spec.commandLine().getOut())
                        .write(report, folder, failOnInconclusive, singleFile);
            }
        }
    }
}
