package dev.flamegate.cli;

import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.StoredId;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.cli.terminal.GateCourse;
import dev.flamegate.gate.GateResult;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.report.GateReport;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description =
                "Writes the reports of a stored run or comparison again, judged by the current rules. Exits with 0.")
final class ReportCommand implements Callable<Integer> {
    @Mixin
    private Options options = new Options();

    @Parameters(paramLabel = "RUN", description = "Id of a stored run or comparison, or `latest`.")
    private String run = "latest";

    @Option(names = "--single-file", description = "Put the style sheet into the HTML page.")
    private boolean singleFile;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PlanFiles files = PlanFiles.read(options);
        PrintWriter err = spec.commandLine().getErr();
        GateReport report = StoredId.judged(run, files, message -> Console.warn(err, message));
        GateCourse.write(
                new GateResult.OfOne(report),
                new ReportFolder(files.reportFolder()),
                options,
                spec.commandLine().getOut(),
                false,
                singleFile);
        return 0;
    }
}
