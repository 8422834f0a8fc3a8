package dev.flamegate.gate;

import dev.flamegate.report.GateReport;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.text.Summary;
import dev.flamegate.report.text.Terminal;
import java.nio.file.Path;

/** The outcome of a run or a comparison, and how it is shown. */
public interface GateResult {
    /**
     * The exit code of the program.
     *
     * @param failOnInconclusive whether doubt breaks the build
     */
    int exitCode(boolean failOnInconclusive);

    /**
     * Writes the reports.
     *
     * @return the page to open
     * @throws ReportFolder.ReportFailed when a file cannot be written; none is left then
     */
    Path write(ReportFolder folder, boolean failOnInconclusive, boolean singleFile);

    /** One JSON object in UTF-8, for programs. */
    byte[] json(int exitCode, Path page);

    String text(Terminal terminal, String page);

    /** The result of one build. */
    record OfOne(GateReport report) implements GateResult {
        @Override
        public int exitCode(boolean failOnInconclusive) {
            return ExitCode.of(report.judgement().verdict(), failOnInconclusive);
        }

        @Override
        public Path write(ReportFolder folder, boolean failOnInconclusive, boolean singleFile) {
            return folder.write(report, exitCode(failOnInconclusive), singleFile);
        }

        @Override
        public byte[] json(int exitCode, Path page) {
            return JsonReport.write(report, exitCode, page.toString());
        }

        @Override
        public String text(Terminal terminal, String page) {
            return Summary.write(report, terminal, page);
        }
    }
}
