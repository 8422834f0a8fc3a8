package dev.flamegate.cli;

import dev.flamegate.cli.history.Selection;
import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.StoredId;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.option.VerdictOptions;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.cli.terminal.GateCourse;
import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.gate.GateResult;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.text.Summary;
import dev.flamegate.report.text.Terminal;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "judge",
        header = "Judges what is stored again, without measuring.",
        mixinStandardHelpOptions = true,
        description = {
            "Judges stored runs and comparisons again with the current rules, without measuring: try a rule before merging it.",
            "Stored verdicts are not changed. The exit code is that of the worst run. With --report, the reports of one are"
                    + " written again.",
            "Without a RUN, everything that is stored, or selected: a line for each verdict that would be another, and a count."
        })
final class JudgeCommand implements Callable<Integer> {
    @Mixin
    private Options options = new Options();

    @Parameters(paramLabel = "RUN", arity = "0..*", description = "Ids of stored runs and comparisons, or `latest`.")
    private List<String> runs = List.of();

    @Mixin
    private Selection selection = new Selection();

    @Mixin
    private VerdictOptions ending = new VerdictOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PlanFiles files = PlanFiles.read(options);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if ((options.json || options.report != null) && runs.size() != 1) {
            throw new UsageProblem("--json and --report are for one run: judge one at a time with them");
        }
        if (runs.isEmpty()) {
            return all(files, out, err);
        } else if (!selection.text().isEmpty()) {
            throw new UsageProblem(selection.text() + " selects among all that is stored: name no RUN beside it");
        }
        int worst = ExitCode.OK;
        for (String run : runs) {
            GateReport report = StoredId.judged(run, files, message -> Console.warn(err, message));
            int code = ExitCode.of(report.judgement().verdict(), ending.failOnInconclusive());
            worst = worse(worst, code);
            if (options.report != null) {
                GateCourse.write(
                        new GateResult.OfOne(report),
                        new ReportFolder(files.reportFolder()),
                        options,
                        out,
                        ending.failOnInconclusive(),
                        ending.singleFile());
            } else if (options.json) {
                out.print(new String(JsonReport.write(report, code, null), StandardCharsets.UTF_8));
            } else {
                boolean colour = Console.showsColour();
                out.print(Summary.write(report, new Terminal(Console.width(), colour), null));
            }
        }
        return worst;
    }

    private int all(PlanFiles files, PrintWriter out, PrintWriter err) throws InterruptedException {
        Map<Verdict, Integer> count = new EnumMap<>(Verdict.class);
        AtomicInteger others = new AtomicInteger();
        new JudgedAgain(files, message -> Console.warn(err, message))
                .each(selection, Runtime.getRuntime().availableProcessors(), one -> {
                    count.merge(one.now(), 1, Integer::sum);
                    if (one.isOther()) {
                        others.incrementAndGet();
                        out.println(Names.visible(one.service()) + ": " + one.what() + " " + one.id() + " is "
                                + one.now() + ", stored "
                                + one.stored().map(Enum::name).orElse("without a verdict"));
                    }
                });
        String verdicts = count.entrySet().stream()
                .map(entry -> Numbers.count(entry.getValue()) + " " + entry.getKey())
                .collect(Collectors.joining(", "));
        int judged = count.values().stream().mapToInt(Integer::intValue).sum();
        out.println(Names.plural(judged, "record") + " judged" + (judged == 0 ? "" : ": " + verdicts + "; ")
                + (judged == 0 ? "" : Names.plural(others.get(), "verdict") + " other than stored"));
        return count.keySet().stream()
                .map(verdict -> ExitCode.of(verdict, ending.failOnInconclusive()))
                .reduce(ExitCode.OK, JudgeCommand::worse);
    }

    /** The worse of two exit codes: a broken rule outranks a run that could not be judged, which outranks doubt. */
    private static int worse(int one, int other) {
        List<Integer> order = List.of(ExitCode.OK, ExitCode.INCONCLUSIVE, ExitCode.NOT_MEASURED, ExitCode.FAIL);
        return order.get(Math.max(order.indexOf(one), order.indexOf(other)));
    }
}
