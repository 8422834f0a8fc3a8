package dev.flamegate.gate;

import dev.flamegate.format.Names;
import dev.flamegate.judge.bisect.Bisection;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.os.FileTree;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.bisect.BisectJson;
import dev.flamegate.report.bisect.BisectPage;
import dev.flamegate.report.candidates.CandidatesMarkdown;
import dev.flamegate.report.candidates.CandidatesPage;
import dev.flamegate.report.candidates.ComparedCandidates;
import dev.flamegate.report.flame.FlameInput;
import dev.flamegate.report.flame.FlamePage;
import dev.flamegate.report.flame.FlameSvg;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.formats.Badge;
import dev.flamegate.report.formats.JUnitReport;
import dev.flamegate.report.formats.LoadPerformanceReport;
import dev.flamegate.report.formats.MarkdownReport;
import dev.flamegate.report.formats.OpenMetricsReport;
import dev.flamegate.report.formats.SarifReport;
import dev.flamegate.report.html.HtmlReport;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.text.PairsText;
import dev.flamegate.store.RunCodec;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder that the reports are written to. */
public final class ReportFolder {
    private static final String LOGS = "logs";
    private static final String REHEARSAL = "doctor";
    private static final String SUMMARY = "summary.md";
    private static final String JUNIT = "junit.xml";
    private static final String RESULT = "result.json";
    private static final Pattern OWN_LOGS =
            Pattern.compile("(?:trial|pair)-\\d+|commit-[0-9a-f]+(?:-alone)?|candidate-[a-z0-9-]+|" + REHEARSAL
                    + "|(?:prometheus|pyroscope|hooks)\\.log");
    /** What {@link #write} writes. */
    private static final Pattern OWN_REPORTS = Pattern.compile(
            "index\\.html|report\\.css|flame\\.(?:html|svg)|summary\\.md"
                    + "|bisect\\.(?:html|json)|badge\\.svg|flamegate\\.sarif|junit\\.xml|(?:result|run)\\.json|metrics\\.txt|load-performance\\.json");

    private final Path folder;

    /** Reports in a folder, which need not exist yet. */
    public ReportFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Creates the folder before anything is measured, so that a wrong place fails at once; deletes the logs and the
     * reports of the previous run, which would look like those of a run that ends without a verdict.
     *
     * @throws ReportFailed when it cannot be written to
     */
    public void prepare() {
        try {
            deleteOwn(ownLogs(), OWN_LOGS);
            deleteReports();
        } catch (IOException e) {
            throw new ReportFailed("reports cannot be written to " + folder + ": " + e, e);
        }
    }

    /** Those of several candidates too; of the folders that these are in, those that are empty then. */
    private void deleteReports() throws IOException {
        deleteOwn(folder, OWN_REPORTS);
        Path candidates = folder.resolve(ComparedCandidates.FOLDER);
        if (!Files.isDirectory(candidates, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> all = Files.list(candidates)) {
            for (Path one : all.filter(place -> Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                deleteOwn(one, OWN_REPORTS);
                deleteEmpty(one);
            }
        }
        deleteEmpty(candidates);
    }

    private static void deleteEmpty(Path place) throws IOException {
        try {
            Files.delete(place);
        } catch (DirectoryNotEmptyException e) {
            // Somebody put something else there.
        }
    }

    /** The folder of the logs; not one that a link leads to. */
    private Path ownLogs() throws IOException {
        Path logs = folder.resolve(LOGS);
        Files.createDirectories(folder);
        if (Files.isSymbolicLink(logs)) {
            Files.delete(logs);
        }
        return Files.createDirectories(logs);
    }

    /** Deletes what is named like files of flamegate, and nothing that somebody else put there. */
    private static void deleteOwn(Path folder, Pattern own) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            for (Path entry : all.toList()) {
                if (own.matcher(String.valueOf(entry.getFileName())).matches()) {
                    FileTree.delete(entry);
                }
            }
        }
    }

    /**
     * Where the logs of a rehearsal go; deletes those of the previous one, and nothing else.
     *
     * @throws ReportFailed when it cannot
     */
    Path freshRehearsalLogs() {
        try {
            Path rehearsal = ownLogs().resolve(REHEARSAL);
            FileTree.delete(rehearsal);
            return Files.createDirectories(rehearsal);
        } catch (IOException e) {
            throw new ReportFailed("logs cannot be written to " + logs(REHEARSAL) + ": " + e, e);
        }
    }

    /** Where the logs go that belong to no part of a measurement. */
    Path logs() {
        return folder.resolve(LOGS);
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
     * @param singleFile whether the style sheet goes into the page instead of a file next to it
     * @return the page to open
     * @throws ReportFailed when a file cannot be written; none is left then, as half a report may show a verdict
     */
    public Path write(GateReport report, int exitCode, boolean singleFile) {
        Optional<FlameInput> flame = ReportFlame.of(report);
        Input input = new Input(report, flame, exitCode, singleFile, page().toString());
        Map<String, byte[]> files = new LinkedHashMap<>();
        // In parallel, since people wait for it.
        FORMATS.parallelStream().map(format -> format.files(input)).toList().forEach(files::putAll);
        try {
            Files.createDirectories(folder);
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Files.write(fresh(file.getKey()), file.getValue());
            }
            flame(flame);
        } catch (IOException e) {
            discard();
            throw new ReportFailed("reports cannot be written to " + folder + ": " + e, e);
        }
        return page();
    }

    /**
     * Writes the report of the comparison that a search ended with, and the search beside it.
     *
     * @param report of that comparison
     * @return the page to open
     * @throws ReportFailed when a file cannot be written; none is left then
     */
    public Path write(Bisection bisection, GateReport report, int exitCode, boolean singleFile) {
        Path index = write(report, exitCode, singleFile);
        Path page = folder.resolve(BisectPage.PAGE);
        try {
            Files.write(
                    fresh(BisectPage.PAGE),
                    BisectPage.write(
                            bisection,
                            report.comparison()
                                    .map(pairs -> PairsText.heading(pairs, Names::visible))
                                    .orElse("the comparison"),
                            flame(index).isPresent(),
                            singleFile ? HtmlReport.sheet() : ""));
            Files.write(fresh(BisectPage.JSON), json(bisection, exitCode));
        } catch (IOException e) {
            discard();
            throw new ReportFailed("reports cannot be written to " + folder + ": " + e, e);
        }
        return page;
    }

    /**
     * Writes the table of several candidates, and the report of each in a folder of its own.
     *
     * @param exitCodes what each candidate's own report says
     * @return the page to open
     * @throws ReportFailed when a file cannot be written; none is left then
     */
    public Path write(ComparedCandidates compared, int exitCode, ToIntFunction<Verdict> exitCodes, boolean singleFile) {
        Path places = folder.resolve(ComparedCandidates.FOLDER);
        try {
            for (ComparedCandidates.Candidate one : compared.candidates()) {
                if (one.report().isPresent()) {
                    new ReportFolder(places.resolve(one.folder()))
                            .write(one.report().get(), exitCodes.applyAsInt(one.verdict()), singleFile);
                }
            }
            Files.createDirectories(folder);
            if (!singleFile) {
                Files.writeString(fresh(HtmlReport.SHEET), CandidatesPage.sheet());
            }
            Files.write(
                    fresh(HtmlReport.PAGE), CandidatesPage.write(compared, singleFile ? CandidatesPage.sheet() : ""));
            Files.write(fresh(SUMMARY), CandidatesMarkdown.write(compared));
            Files.write(fresh(JUNIT), JUnitReport.write(compared));
            Files.write(fresh(RESULT), JsonReport.write(compared, exitCode, page()));
        } catch (IOException e) {
            discard();
            throw new ReportFailed("reports cannot be written to " + folder + ": " + e, e);
        } catch (ReportFailed e) {
            discard();
            throw e;
        }
        return page();
    }

    /** The search as one JSON object, for the file and for the terminal. */
    public byte[] json(Bisection bisection, int exitCode) {
        return (BisectJson.of(
                                        bisection,
                                        exitCode,
                                        folder.resolve(BisectPage.PAGE).toString(),
                                        flame(page()))
                                .toPrettyString()
                        + "\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    /** The viewer beside a page, if there is one. */
    private static Optional<String> flame(Path page) {
        Path viewer = page.resolveSibling(ReportFlame.PAGE);
        return Files.exists(viewer) ? Optional.of(viewer.toString()) : Optional.empty();
    }

    private void discard() {
        try {
            deleteReports();
        } catch (IOException e) {
            // The folder is gone, or cannot be written to any longer; exit code and message say that nothing was
            // reported.
        }
    }

    /** A format of the report: produces one or more files, by name. */
    private interface Format {
        Map<String, byte[]> files(Input input);

        /** A format of one file. */
        static Format of(String name, Function<Input, byte[]> writer) {
            return input -> Map.of(name, writer.apply(input));
        }
    }

    /** The input of every format. */
    private record Input(
            GateReport report, Optional<FlameInput> flame, int exitCode, boolean singleFile, String page) {}

    /** Every format but the viewer's, which are streamed. A new format is one more line here. */
    private static final List<Format> FORMATS = List.of(
            input -> HtmlReport.write(input.report, input.flame, input.singleFile),
            Format.of(SUMMARY, input -> MarkdownReport.write(input.report)),
            Format.of("badge.svg", input -> Badge.write(input.report)),
            Format.of("flamegate.sarif", input -> SarifReport.write(input.report, new SourceFiles(Path.of(""))::find)),
            Format.of(JUNIT, input -> JUnitReport.write(input.report)),
            Format.of(RESULT, input -> JsonReport.write(input.report, input.exitCode, input.page)),
            Format.of(
                    "run.json",
                    input -> RunCodec.encode(input.report.candidate().run())),
            Format.of("metrics.txt", input -> OpenMetricsReport.write(input.report)),
            Format.of("load-performance.json", input -> LoadPerformanceReport.write(input.report)));

    /** The viewer's page and its picture; those of the previous run are deleted when this one has no profile. */
    private void flame(Optional<FlameInput> flame) throws IOException {
        Path page = fresh(ReportFlame.PAGE);
        Path picture = fresh(ReportFlame.PICTURE);
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

    /** A file of the folder, which is not written through a link to another. */
    private Path fresh(String name) throws IOException {
        Path file = folder.resolve(name);
        if (Files.isSymbolicLink(file)) {
            Files.delete(file);
        }
        return file;
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
