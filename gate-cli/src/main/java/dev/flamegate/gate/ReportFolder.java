package dev.flamegate.gate;

import dev.flamegate.os.FileTree;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.badge.Badge;
import dev.flamegate.report.flame.FlameInput;
import dev.flamegate.report.flame.FlamePage;
import dev.flamegate.report.flame.FlameSvg;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.html.HtmlReport;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.junit.JUnitReport;
import dev.flamegate.report.markdown.MarkdownReport;
import dev.flamegate.report.openmetrics.OpenMetricsReport;
import dev.flamegate.report.sarif.SarifReport;
import dev.flamegate.store.RunCodec;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The folder that reports are written into. */
public final class ReportFolder {
    private static final String LOGS = "logs";

    private final Path folder;

    public ReportFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes the folder ready before anything is measured, so that a wrong place is known at once; logs of the run
     * before go.
     *
     * @throws ReportFailed when it cannot be written to
     */
    public void prepare() {
        try {
            Files.createDirectories(folder);
            Path logs = folder.resolve(LOGS);
            FileTree.delete(logs);
            Files.createDirectories(logs);
        } catch (IOException e) {
            throw new ReportFailed("reports cannot be written to " + folder + ": " + e, e);
        }
    }

    /** Where a trial's logs go. */
    Path logs(int trial) {
        return logs("trial-" + trial);
    }

    /** Where the logs of a part of a measurement go. */
    Path logs(String part) {
        return folder.resolve(LOGS).resolve(part);
    }

    /**
     * Writes every format.
     *
     * @param singleFile whether the page brings its style along instead of beside it
     * @return the page to open
     * @throws ReportFailed when a file cannot be written
     */
    public Path write(GateReport report, int exitCode, boolean singleFile) {
        Optional<FlameInput> flame = ReportFlame.of(report);
        Map<String, byte[]> files = files(report, flame, exitCode, singleFile);
        try {
            Files.createDirectories(folder);
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Files.write(folder.resolve(file.getKey()), file.getValue());
            }
            flame(flame);
        } catch (IOException e) {
            throw new ReportFailed("reports cannot be written to " + folder + ": " + e, e);
        }
        return page();
    }

    /** All formats but the viewer; side by side, for people wait for them. */
    private Map<String, byte[]> files(GateReport report, Optional<FlameInput> flame, int exitCode, boolean singleFile) {
        List<Supplier<Map<String, byte[]>>> formats = List.of(
                () -> HtmlReport.write(report, flame, singleFile),
                () -> Map.of("summary.md", MarkdownReport.write(report), "badge.svg", Badge.write(report)),
                () -> Map.of("flamegate.sarif", SarifReport.write(report, new SourceFiles(Path.of(""))::find)),
                () -> Map.of("junit.xml", JUnitReport.write(report)),
                () -> Map.of("result.json", JsonReport.write(report, exitCode, page().toString())),
                () -> Map.of("run.json", RunCodec.encode(report.candidate().run())),
                () -> Map.of("metrics.txt", OpenMetricsReport.write(report)));
        Map<String, byte[]> files = new LinkedHashMap<>();
        formats.parallelStream().map(Supplier::get).toList().forEach(files::putAll);
        return files;
    }

    /** The viewer's page and its picture; those of the run before go where this one has no profile. */
    private void flame(Optional<FlameInput> flame) throws IOException {
        Path page = folder.resolve(ReportFlame.PAGE);
        Path picture = folder.resolve(ReportFlame.PICTURE);
        if (flame.isEmpty()) {
            Files.deleteIfExists(page);
            Files.deleteIfExists(picture);
            return;
        }
        try (Writer out = Files.newBufferedWriter(page)) {
            FlamePage.write(out, flame.get());
        }
        try (Writer out = Files.newBufferedWriter(picture)) {
            FlameSvg.write(out, flame.get());
        }
    }

    /** The page to open. */
    public Path page() {
        return folder.resolve(HtmlReport.PAGE);
    }

    /** A report cannot be written. */
    public static final class ReportFailed extends RuntimeException {
        private static final long serialVersionUID = 1;

        ReportFailed(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
