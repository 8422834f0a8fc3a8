package dev.flamegate.cli.terminal;

import dev.flamegate.cli.option.Options;
import dev.flamegate.gate.GateResult;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.report.text.Terminal;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Writes the result: the report's files, and stdout for people or programs. */
public final class Output {
    private final Options options;
    private final PrintWriter out;

    public Output(Options options, PrintWriter out) {
        this.options = options;
        this.out = out;
    }

    /** Writes the reports; returns the exit code. */
    public int write(GateResult result, ReportFolder folder, boolean failOnInconclusive, boolean singleFile) {
        int code = result.exitCode(failOnInconclusive);
        Path page = result.write(folder, failOnInconclusive, singleFile);
        if (options.json) {
            out.print(new String(result.json(code, page), StandardCharsets.UTF_8));
        } else {
            boolean colour = !options.noColor && Console.showsColour();
            out.print(result.text(new Terminal(Console.width(), colour), shown(page)));
        }
        out.flush();
        return code;
    }

    private static String shown(Path page) {
        Path here = Path.of("").toAbsolutePath();
        return page.startsWith(here) ? here.relativize(page).toString() : page.toString();
    }
}
