package dev.flamegate.gate;

import dev.flamegate.extension.Extensions;
import dev.flamegate.os.FileTree;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.flame.FlameInput;
import dev.flamegate.report.flame.FlamePage;
import dev.flamegate.report.flame.FlameSvg;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.formats.JUnitReport;
import dev.flamegate.report.html.HtmlReport;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.store.RunCodec;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

public final class ReportFolder {
    /** The folder of the reports of parts, such as several candidates. */
    public static final String PARTS = "candidates";

    private static final String LOGS = "logs";
    private static final String REHEARSAL = "doctor";
    /** The summary in Markdown, which extensions write. */
    public static final String SUMMARY = "summary.md";

    public static final String JUNIT = "junit.xml";
    public static final String RESULT = "result.json";
    private static final Pattern OWN_LOGS = Pattern.compile(
            "(?:trial-\\d+|pair-\\d+(?:-again)*)|starts|work|commit-[0-9a-f]+(?:-alone)?|candidate-[a-z0-9-]+|"
                    + REHEARSAL + "|(?:prometheus|pyroscope|hooks)\\.log");
    /** The viewer's files, which no format writes, and one that is not a format's alone. */
    private static final List<String> OTHERS = List.of(ReportFlame.PAGE, ReportFlame.PICTURE, SUMMARY);

    private final Path folder;
    /** True if the logs in the folder are those of the report that is written, not of an earlier measurement. */
    private volatile boolean prepared;

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
            deleteOwn(ownLogs(), OWN_LOGS.asMatchPredicate());
            deleteReports();
            prepared = true;
        } catch (IOException e) {
            throw new ReportFailed("reports cannot be written to " + folder + ": " + e, e);
        }
    }

    /** Deletes all reports, those of several candidates too, and the folders that are empty then. */
    private void deleteReports() throws IOException {
        Set<String> reports = new HashSet<>(OTHERS);
        formats().forEach(format -> reports.addAll(format.names()));
        deleteOwn(folder, reports::contains);
        Path candidates = folder.resolve(PARTS);
        if (!Files.isDirectory(candidates, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> all = Files.list(candidates)) {
            for (Path one : all.filter(place -> Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                deleteOwn(one, reports::contains);
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

    /** The folder of the logs; refuses one that a link leads to. */
    private Path ownLogs() throws IOException {
        Path logs = folder.resolve(LOGS);
        Files.createDirectories(folder);
        if (Files.isSymbolicLink(logs)) {
            Files.delete(logs);
        }
        return Files.createDirectories(logs);
    }

    /** Deletes the files with names of flamegate's own, and no others. */
    private static void deleteOwn(Path folder, Predicate<String> own) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            for (Path entry : all.toList()) {
                if (own.test(String.valueOf(entry.getFileName()))) {
                    FileTree.delete(entry);
                }
            }
        }
    }

    /**
     * The folder for the logs of a rehearsal; deletes only the logs of the previous one.
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

    /** The folder for logs that belong to no part of a measurement. */
    public Path logs() {
        return folder.resolve(LOGS);
    }

    public Path logs(int trial) {
        return logs("trial-" + trial);
    }

    public Path logs(String part) {
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
        Optional<Path> counted = Optional.of(logs("work").resolve(WorkCounter.PAGE))
                .filter(page -> prepared && Files.isRegularFile(page));
        Optional<String> instructions =
                counted.map(page -> folder.relativize(page).toString().replace('\\', '/'));
        ReportFormat.Input input =
                new ReportFormat.Input(report, flame, instructions, exitCode, singleFile, page().toString());
        Map<String, byte[]> files = new LinkedHashMap<>();
        try {
            // In parallel, since people wait for it.
            formats().parallelStream()
                    .map(format -> files(format, input))
                    .toList()
                    .forEach(files::putAll);
        } catch (ReportFailed e) {
            discard();
            throw e;
        }
        add(files);
        try {
            flame(flame, counted);
        } catch (IOException e) {
            throw failed(e);
        }
        return page();
    }

    /**
     * The files of a format.
     *
     * @throws ReportFailed when one of an extension fails, or wants to write files that are not its own
     */
    static Map<String, byte[]> files(ReportFormat format, ReportFormat.Input input) {
        if (FORMATS.contains(format)) {
            return format.files(input);
        }
        String who = "the report format " + format.getClass().getName() + " of an extension ";
        Map<String, byte[]> files;
        try {
            files = format.files(input);
        } catch (RuntimeException | LinkageError e) {
            StackTraceElement[] stack = e.getStackTrace();
            throw new ReportFailed(who + "failed: " + e + (stack.length == 0 ? "" : " at " + stack[0]), e);
        }
        for (String file : files.keySet()) {
            if (!format.names().contains(file)
                    || !Path.of(file).equals(Path.of(file).getFileName())) {
                throw new ReportFailed(who + "may not write " + file + ", only " + format.names(), null);
            }
        }
        return files;
    }

    /**
     * Writes more files next to a report.
     *
     * @throws ReportFailed when one cannot be written; nothing of the report is left then
     */
    public void add(Map<String, byte[]> files) {
        try {
            Files.createDirectories(folder);
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Files.write(fresh(file.getKey()), file.getValue());
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** A folder below for the report of one part, such as one of several candidates. */
    public ReportFolder part(String name) {
        return new ReportFolder(folder.resolve(PARTS).resolve(name));
    }

    /** The path of a report file, which need not exist. */
    public Path place(String name) {
        return folder.resolve(name);
    }

    /** Deletes the written files, since half a report may show a verdict. */
    public ReportFailed failed(IOException cause) {
        discard();
        return new ReportFailed("reports cannot be written to " + folder + ": " + cause, cause);
    }

    private static List<ReportFormat> formats() {
        List<ReportFormat> all = new ArrayList<>(FORMATS);
        all.addAll(Extensions.of(ReportFormat.class));
        return all;
    }

    /** Deletes the reports in the folder, as far as it can be written to. */
    public void discard() {
        try {
            deleteReports();
        } catch (IOException e) {
            // The folder is gone, or cannot be written to any longer; exit code and message say that nothing was
            // reported.
        }
    }

    private static final ReportFormat HTML = new ReportFormat() {
        @Override
        public List<String> names() {
            return List.of(HtmlReport.PAGE, HtmlReport.SHEET);
        }

        @Override
        public Map<String, byte[]> files(Input input) {
            return HtmlReport.write(input.report(), input.flame(), input.instructions(), input.singleFile());
        }
    };

    /** Every format of the core but the viewer's, which are streamed. A new format is one more line here. */
    private static final List<ReportFormat> FORMATS = List.of(
            HTML,
            ReportFormat.of(JUNIT, input -> JUnitReport.write(input.report())),
            ReportFormat.of(RESULT, input -> JsonReport.write(input.report(), input.exitCode(), input.page())),
            ReportFormat.of(
                    "run.json",
                    input -> RunCodec.encode(input.report().candidate().run())));

    /**
     * The viewer's page and its picture; those of the previous run are deleted when this one has no profile. A link to
     * the page then leads to the counted instructions, if there are any.
     */
    private void flame(Optional<FlameInput> flame, Optional<Path> counted) throws IOException {
        Path page = fresh(ReportFlame.PAGE);
        Path picture = fresh(ReportFlame.PICTURE);
        if (flame.isEmpty()) {
            Files.deleteIfExists(page);
            Files.deleteIfExists(picture);
            if (counted.isPresent()) {
                Files.copy(counted.get(), page);
            }
            return;
        }
        try (Writer out = Files.newBufferedWriter(page)) {
            FlamePage.write(out, flame.get());
        }
        try (Writer out = Files.newBufferedWriter(picture)) {
            FlameSvg.write(out, flame.get());
        }
    }

    /** The path of a new file in the folder; never written through a link to another. */
    private Path fresh(String name) throws IOException {
        Path file = folder.resolve(name);
        if (Files.isSymbolicLink(file)) {
            Files.delete(file);
        }
        return file;
    }

    public Path page() {
        return folder.resolve(HtmlReport.PAGE);
    }

    public static final class ReportFailed extends RuntimeException {
        private static final long serialVersionUID = 1;

        ReportFailed(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
