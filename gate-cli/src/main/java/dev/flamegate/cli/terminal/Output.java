package dev.flamegate.cli.terminal;

import dev.flamegate.cli.option.Options;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.gate.SeveralCandidates;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.text.Summary;
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

    /** Writes the report; returns the exit code. */
    public int write(GateReport report, ReportFolder folder, boolean failOnInconclusive, boolean singleFile) {
        int code = ExitCode.of(report.judgement().verdict(), failOnInconclusive);
        Path page = folder.write(report, code, singleFile);
        if (options.json) {
            out.print(new String(JsonReport.write(report, code, page.toString()), StandardCharsets.UTF_8));
        } else {
            boolean colour = !options.noColor && Console.showsColour();
            out.print(Summary.write(report, new Terminal(Console.width(), colour), shown(page)));
        }
        out.flush();
        return code;
    }

    /** Writes the outcome of several candidates and the report of each; returns the exit code. */
    public int write(
            SeveralCandidates.Compared compared, ReportFolder folder, boolean failOnInconclusive, boolean singleFile) {
        int code = ExitCode.of(compared.verdict(), failOnInconclusive);
        Path page = compared.write(folder, verdict -> ExitCode.of(verdict, failOnInconclusive), singleFile);
        if (options.json) {
            out.print(new String(compared.json(code, page), StandardCharsets.UTF_8));
        } else {
            boolean colour = !options.noColor && Console.showsColour();
            out.print(compared.text(new Terminal(Console.width(), colour), shown(page)));
        }
        out.flush();
        return code;
    }

    private static String shown(Path page) {
        Path here = Path.of("").toAbsolutePath();
        return page.startsWith(here) ? here.relativize(page).toString() : page.toString();
    }
}
