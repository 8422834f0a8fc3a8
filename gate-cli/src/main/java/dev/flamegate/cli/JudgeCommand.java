package dev.flamegate.cli;

import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.StoredId;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.text.Summary;
import dev.flamegate.report.text.Terminal;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code flamegate judge RUN…}. */
@Command(
        name = "judge",
        mixinStandardHelpOptions = true,
        description = {
            "Judges stored runs and comparisons again with the current rules, without measuring: try a rule before merging it.",
            "Stored verdicts are not changed. The exit code is that of the worst run."
        })
final class JudgeCommand implements Callable<Integer> {
    @Mixin
    private Options options = new Options();

    @Parameters(paramLabel = "RUN", arity = "1..*", description = "Ids of stored runs and comparisons, or `latest`.")
    private List<String> runs = List.of();

    @Option(names = "--fail-on-inconclusive", description = "Exit with 4 if there is not enough evidence.")
    private boolean failOnInconclusive;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PlanFiles files = PlanFiles.read(options);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (options.json && runs.size() > 1) {
            throw new UsageProblem("--json prints one object: judge one run at a time with it");
        }
        int worst = ExitCode.OK;
        for (String run : runs) {
            GateReport report = StoredId.judged(run, files, message -> Console.warn(err, message));
            int code = ExitCode.of(report.judgement().verdict(), failOnInconclusive);
            worst = worse(worst, code);
            if (options.json) {
                out.print(new String(JsonReport.write(report, code, null), StandardCharsets.UTF_8));
            } else {
                boolean colour = !options.noColor && Console.showsColour();
                out.print(Summary.write(report, new Terminal(Console.width(), colour), null));
            }
        }
        return worst;
    }

    /** A broken rule outranks a run that could not be judged, which outranks doubt. */
    private static int worse(int one, int other) {
        List<Integer> order = List.of(ExitCode.OK, ExitCode.INCONCLUSIVE, ExitCode.NOT_MEASURED, ExitCode.FAIL);
        return order.get(Math.max(order.indexOf(one), order.indexOf(other)));
    }
}
