package dev.flamegate.cli;

import dev.flamegate.cli.terminal.Console;
import dev.flamegate.cli.terminal.Failure;
import dev.flamegate.extension.Extensions;
import dev.flamegate.format.Escapes;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.report.text.Explained;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.UnmatchedArgumentException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "flamegate",
        description = "A performance-regression gate for JVM services that names the method responsible.",
        versionProvider = VersionLines.class,
        mixinStandardHelpOptions = true,
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
    private Main() {}

    public static void main(String[] args) {
        // The HTTP server of the JDK reads it when the first one is made; else it waits 40 ms for acknowledgements.
        System.setProperty("sun.net.httpserver.nodelay", "true");
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

    /** Runs one command line within another program; returns its exit code. */
    public static int run(String[] args, PrintWriter out, PrintWriter err) {
        CommandLine line;
        try {
            Extensions.check();
            line = commandLine(args);
        } catch (Extensions.BrokenExtension e) {
            err.println("flamegate: " + Escapes.terminal(String.valueOf(e.getMessage())));
            return ExitCode.NOT_MEASURED;
        }
        line.setOut(out);
        line.setErr(err);
        if (args.length == 0) {
            line.usage(err);
            return ExitCode.USAGE;
        }
        Optional<String> gone = Gone.command(args);
        if (gone.isPresent()) {
            err.println(gone.get());
            return ExitCode.USAGE;
        }
        return execute(line, args);
    }

    public static CommandLine commandLine(String... args) {
        return CommandList.of(new Main(), args).setCaseInsensitiveEnumValuesAllowed(true);
    }

    /** Runs a command line; an {@link Error}, which picocli lets through, would end the JVM with 1: a broken rule. */
    public static int execute(CommandLine line, String... args) {
        CommandLine.IParameterExceptionHandler usual = line.getParameterExceptionHandler();
        line.setParameterExceptionHandler((exception, given) -> {
            Optional<String> gone = exception instanceof UnmatchedArgumentException unmatched
                    ? unmatched.getUnmatched().stream()
                            .flatMap(word -> Gone.option(word).stream())
                            .findFirst()
                    : Optional.empty();
            if (gone.isEmpty()) {
                return usual.handleParseException(exception, given);
            }
            exception.getCommandLine().getErr().println(gone.get());
            return ExitCode.USAGE;
        });
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
        Failure failure = Failure.of(thrown);
        int code = failure.code();
        String message = failure.message();
        PrintWriter err = command.getErr();
        err.println(Escapes.terminal(code == ExitCode.USAGE ? message : "flamegate: " + message));
        if (code == ExitCode.NOT_MEASURED || code == ExitCode.BUG) {
            Explained.line(List.of(failure.kind().id())).ifPresent(err::println);
        }
        if (isJson(command)) {
            ObjectNode json = JsonMapper.shared().createObjectNode();
            json.put("exitCode", code);
            json.put("id", failure.kind().id());
            json.put("error", message);
            command.getOut().println(json.toPrettyString());
        }
        return code;
    }

    private static boolean isJson(CommandLine command) {
        return command.getParseResult() != null && command.getParseResult().hasMatchedOption("--json");
    }
}
