package dev.flamegate.cli;

import dev.flamegate.ci.CommentFailed;
import dev.flamegate.cli.doctor.DoctorCommand;
import dev.flamegate.cli.history.HistoryCommand;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.demo.CatalogueProblem;
import dev.flamegate.format.Escapes;
import dev.flamegate.gate.Builds;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.gate.Unmeasured;
import dev.flamegate.gate.measure.Hooks;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.plan.yaml.PlanProblems;
import dev.flamegate.runtime.Installation;
import dev.flamegate.store.StoreFailed;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The program. */
@Command(
        name = "flamegate",
        description = "A performance-regression gate for JVM services that names the method responsible.",
        versionProvider = Main.Version.class,
        mixinStandardHelpOptions = true,
        subcommands = {
            RunCommand.class,
            CompareCommand.class,
            JudgeCommand.class,
            ReportCommand.class,
            DiffCommand.class,
            FlameCommand.class,
            HistoryCommand.class,
            CommentCommand.class,
            AnnotateCommand.class,
            NotifyCommand.class,
            AcceptCommand.class,
            RulesCommand.class,
            DoctorCommand.class,
            InitCommand.class,
            DemoCommand.class,
            AutoComplete.GenerateCompletion.class,
            CommandLine.HelpCommand.class
        },
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:passed, with or without warnings",
            "1:failed: a must rule is broken",
            "2:wrong command line, plan or rules",
            "3:could not measure, or the measurement is unsound",
            "4:not enough evidence, with --fail-on-inconclusive",
            "70:a bug in flamegate",
            "130:interrupted"
        })
public final class Main {
    /** Failures that people can fix: not bugs. */
    private static final List<Class<? extends RuntimeException>> CANNOT_GO_ON = List.of(
            Builds.BuildFailed.class,
            StoreFailed.class,
            CommentFailed.class,
            ReportFolder.ReportFailed.class,
            Installation.IncompleteInstallation.class);

    private Main() {}

    public static void main(String[] args) {
        int code = ExitCode.NOT_MEASURED;
        try {
            PrintWriter out = Console.out();
            PrintWriter err = Console.err();
            code = run(args, out, err);
            out.flush();
            err.flush();
        } catch (Throwable e) { // before any command: the JVM would end with 1, which says that a rule is broken
            System.err.print("flamegate: could not start: ");
            System.err.println(e);
            System.err.println(
                    "It needs memory (FLAMEGATE_JAVA_OPTIONS=-Xmx2g), file descriptors (ulimit -n), and all files of"
                            + " its installation.");
        }
        System.exit(code);
    }

    /** The program within another: the exit code of one command line. */
    public static int run(String[] args, PrintWriter out, PrintWriter err) {
        CommandLine line = new CommandLine(new Main());
        line.setOut(out);
        line.setErr(err);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        if (args.length == 0) {
            line.usage(err);
            return ExitCode.USAGE;
        }
        return execute(line, args);
    }

    /** Runs a command line; an {@link Error}, which picocli lets through, would end the JVM with 1: a broken rule. */
    static int execute(CommandLine line, String... args) {
        line.setExecutionExceptionHandler((exception, command, parsed) -> failed(exception, command));
        try {
            return line.execute(args);
        } catch (Error e) {
            CommandLine ran = line;
            while (ran.getParseResult() != null && ran.getParseResult().hasSubcommand()) {
                ran = ran.getParseResult().subcommand().commandSpec().commandLine();
            }
            return failed(e, ran);
        }
    }

    private static int failed(Throwable thrown, CommandLine command) {
        Throwable exception = meant(thrown);
        int code = code(exception);
        String message = message(exception, code) + afterwards(exception);
        PrintWriter err = command.getErr();
        err.println(Escapes.terminal(code == ExitCode.USAGE ? message : "flamegate: " + message));
        if (isJson(command)) {
            ObjectNode json = JsonMapper.shared().createObjectNode();
            json.put("exitCode", code);
            json.put("error", message);
            command.getOut().println(json.toPrettyString());
        }
        return code;
    }

    /** Picocli wraps what a method throws; too little memory is no bug. */
    private static Throwable meant(Throwable thrown) {
        Throwable cause = thrown.getCause();
        Throwable meant = thrown instanceof CommandLine.ExecutionException && cause != null ? cause : thrown;
        return meant instanceof OutOfMemoryError
                ? new CollectionFailed("the memory of " + (Runtime.getRuntime().maxMemory() >> 20)
                        + " MiB is too small for this: give more with FLAMEGATE_JAVA_OPTIONS=-Xmx2g")
                : meant;
    }

    private static int code(Throwable exception) {
        if (exception instanceof PlanProblems
                || exception instanceof UsageProblem
                || exception instanceof CatalogueProblem) {
            return ExitCode.USAGE;
        } else if (exception instanceof InterruptedException || exception instanceof CloseableRegistry.Closed) {
            return ExitCode.INTERRUPTED;
        }
        return (exception instanceof Exception known && Unmeasured.is(known))
                        || CANNOT_GO_ON.stream().anyMatch(kind -> kind.isInstance(exception))
                ? ExitCode.NOT_MEASURED
                : ExitCode.BUG;
    }

    private static String message(Throwable exception, int code) {
        if (code == ExitCode.INTERRUPTED) {
            return "interrupted";
        } else if (code != ExitCode.BUG) {
            return String.valueOf(exception.getMessage());
        }
        StringWriter trace = new StringWriter();
        exception.printStackTrace(new PrintWriter(trace));
        return "this is a bug in flamegate, please report it with these lines:\n" + trace;
    }

    /** What failed while it was cleaned up after a failure, which that must not hide. */
    private static String afterwards(Throwable failure) {
        StringBuilder more = new StringBuilder();
        for (Throwable one = failure; one != null; one = one.getCause()) {
            for (Throwable later : one.getSuppressed()) {
                if (later instanceof Hooks.Failed) {
                    more.append("\nAfter that, ").append(later.getMessage());
                }
            }
        }
        return more.toString();
    }

    private static boolean isJson(CommandLine command) {
        return command.getParseResult() != null && command.getParseResult().hasMatchedOption("--json");
    }

    /** Says the version that was built. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"flamegate " + Installation.version()};
        }
    }
}
