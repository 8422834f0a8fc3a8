package dev.flamegate.search.bisect;

import dev.flamegate.format.Names;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.gate.GateResult;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.html.HtmlReport;
import dev.flamegate.report.text.PairsText;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.search.bisect.Bisect.Bisected;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a search for a commit, next to the report of the comparison that it ended with.
 *
 * @param folder of the reports
 */
record BisectReport(ReportFolder folder, Bisected bisected) implements GateResult {
    @Override
    public int exitCode(boolean failOnInconclusive) {
        return exitCode(bisected.bisection().ending(), failOnInconclusive);
    }

    @Override
    public Path write(ReportFolder folder, boolean failOnInconclusive, boolean singleFile) {
        int code = exitCode(failOnInconclusive);
        GateReport report = bisected.report();
        folder.write(report, code, singleFile);
        Path place = folder.place(BisectPage.PAGE);
        byte[] page = BisectPage.write(
                bisected.bisection(),
                report.comparison()
                        .map(pairs -> PairsText.heading(pairs, Names::visible))
                        .orElse("the comparison"),
                flame().isPresent(),
                singleFile ? HtmlReport.sheet() : "");
        folder.add(Map.of(BisectPage.PAGE, page, BisectPage.JSON, json(code, place)));
        return place;
    }

    @Override
    public byte[] json(int exitCode, Path page) {
        String json = BisectJson.of(bisected.bisection(), exitCode, page.toString(), flame())
                .toPrettyString();
        return (json + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String text(Terminal terminal, String page) {
        return BisectText.summary(bisected.bisection(), terminal, page);
    }

    /** The viewer of that comparison, if there is one. */
    private Optional<String> flame() {
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
