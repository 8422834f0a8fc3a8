package dev.flamegate.search.bisect;

import dev.flamegate.format.Names;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.html.HtmlReport;
import dev.flamegate.report.text.PairsText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Writes a search for a commit, next to the report of the comparison that it ended with. */
final class BisectReport {
    private BisectReport() {}

    /**
     * Writes both.
     *
     * @param report of that comparison
     * @return the page to open
     * @throws ReportFolder.ReportFailed when a file cannot be written; no file is left then
     */
    static Path write(ReportFolder folder, Bisection bisection, GateReport report, int exitCode, boolean singleFile) {
        folder.write(report, exitCode, singleFile);
        byte[] page = BisectPage.write(
                bisection,
                report.comparison()
                        .map(pairs -> PairsText.heading(pairs, Names::visible))
                        .orElse("the comparison"),
                flame(folder).isPresent(),
                singleFile ? HtmlReport.sheet() : "");
        folder.add(Map.of(BisectPage.PAGE, page, BisectPage.JSON, json(folder, bisection, exitCode)));
        return folder.place(BisectPage.PAGE);
    }

    /** The search as one JSON object, for the file and for the terminal. */
    static byte[] json(ReportFolder folder, Bisection bisection, int exitCode) {
        String json = BisectJson.of(
                        bisection, exitCode, folder.place(BisectPage.PAGE).toString(), flame(folder))
                .toPrettyString();
        return (json + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The viewer of that comparison, if there is one. */
    private static Optional<String> flame(ReportFolder folder) {
        Path viewer = folder.place(ReportFlame.PAGE);
        return Files.exists(viewer) ? Optional.of(viewer.toString()) : Optional.empty();
    }

    /**
     * The exit code of a search. That a rule is broken is what it starts from, so it is no failure.
     *
     * @param failOnInconclusive whether doubt is one
     */
    static int exitCode(Bisection.Ending ending, boolean failOnInconclusive) {
        return switch (ending) {
            case FOUND, RANGE -> ExitCode.OK;
            case OUT_OF_TIME, UNCLEAR, NOT_DECIDED -> failOnInconclusive ? ExitCode.INCONCLUSIVE : ExitCode.OK;
            case NOT_BROKEN -> ExitCode.USAGE;
            case UNFIT, INVALID -> ExitCode.NOT_MEASURED;
        };
    }
}
