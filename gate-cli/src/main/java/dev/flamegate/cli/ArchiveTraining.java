package dev.flamegate.cli;

import dev.flamegate.cli.terminal.Console;
import dev.flamegate.gate.ExitCode;
import java.io.PrintWriter;
import java.util.List;

/** Commands that end at once, run once by {@code bin/flamegate} to find the classes that its archive should have. */
final class ArchiveTraining {
    private ArchiveTraining() {}

    /**
     * Runs each of these commands.
     *
     * @param args a file of rules
     */
    public static void main(String[] args) {
        PrintWriter out = Console.out();
        PrintWriter err = Console.err();
        int code = ExitCode.OK;
        for (List<String> line : List.of(
                List.of("--version"),
                List.of("--help"),
                List.of("run", "--help"),
                List.of("rules", "check", args[0]))) {
            code = Math.max(code, Main.run(line.toArray(String[]::new), out, err));
        }
        System.exit(code);
    }
}
