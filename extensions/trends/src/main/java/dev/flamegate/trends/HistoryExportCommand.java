package dev.flamegate.trends;

import dev.flamegate.cli.history.HistoryCommand;
import dev.flamegate.cli.history.Selection;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.format.Names;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.store.HistoryExport;
import dev.flamegate.store.StoreFailed;
import dev.flamegate.trends.series.HorreumRuns;
import dev.flamegate.trends.series.OtavaSeries;
import dev.flamegate.trends.site.SiteData;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = {
            "Writes all runs, comparisons and pins into one zip archive, or the runs of a service over time for another"
                    + " tool.",
            "otava is a table of CSV for Apache Otava; with --out, its configuration is written next to it if there is none."
                    + " horreum is a JSON document a line, each to be uploaded to Horreum. Both have the runs that can be"
                    + " compared with the latest one, without those that are INVALID."
        })
final class HistoryExportCommand implements Callable<Integer> {
    enum Format {
        ARCHIVE,
        OTAVA,
        HORREUM
    }

    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private HistoryCommand parent;

    @Parameters(
            paramLabel = "FILE|SERVICE",
            description = "The archive; an existing file is overwritten. With another format: the service.")
    @SuppressWarnings("NullAway.Init")
    private String subject;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "archive, otava or horreum (default: archive).",
            defaultValue = "archive")
    private Format format = Format.ARCHIVE;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "otava, horreum: the file; an existing one is overwritten (default: standard output).")
    private @Nullable Path out;

    @Option(names = "--branch", paramLabel = "NAME", description = "otava, horreum: only runs of this branch.")
    private @Nullable String branch;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = SinceOption.class,
            description = "otava, horreum: only runs that started then or later, such as 90d ago, or a day.")
    private @Nullable Instant since;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (format == Format.ARCHIVE) {
            archive();
        } else {
            series();
        }
        return ExitCode.OK;
    }

    private void archive() {
        if (out != null || branch != null || since != null) {
            throw new UsageProblem("--out, --branch and --since are for --format otava and horreum;"
                    + " an archive has everything, in the file that is given without an option");
        }
        Path file = Path.of(subject);
        int files = HistoryExport.write(parent.history(), file);
        say(Names.plural(files, "file of the history is", "files of the history are") + " in " + file);
    }

    private void series() {
        SiteData.Kind kind = kind();
        if (format == Format.OTAVA) {
            OtavaSeries series = new OtavaSeries(kind);
            if (!series.leftOut().isEmpty()) {
                warn("Otava needs a value of every run; some have none of " + String.join(", ", series.leftOut())
                        + ", left out (--since leaves out old runs instead)");
            }
            write(series.table());
            if (out != null) {
                configuration(series, out);
            }
        } else {
            write((String.join("\n", HorreumRuns.documents(kind)) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        if (out != null) {
            say(Names.plural(kind.runs().size(), "run is", "runs are") + " in " + out);
        }
    }

    /** The chosen runs that can be compared with the latest of them. */
    private SiteData.Kind kind() {
        Selection selection = Selection.of(subject, branch, List.of(), List.of(), null);
        SiteData site = new HistorySite(parent.history(), this::warn)
                .read(
                        run -> selection.has(run)
                                && (since == null || !run.head().started().isBefore(since)),
                        comparison -> false);
        if (site.kinds().isEmpty()) {
            throw new UsageProblem("there is no such run of " + Names.visible(subject)
                    + " that was measured soundly; `flamegate history list` lists what is stored");
        }
        int others = site.kinds().stream()
                .skip(1)
                .mapToInt(kind -> kind.runs().size())
                .sum();
        if (others > 0) {
            warn(Names.plural(others, "run is", "runs are")
                    + " left out, of another machine, JDK or load than the latest");
        }
        return site.kinds().get(0);
    }

    private void write(byte[] content) {
        if (out == null) {
            PrintWriter standard = spec.commandLine().getOut();
            standard.print(new String(content, StandardCharsets.UTF_8));
            standard.flush();
            return;
        }
        write(out, content);
    }

    /** Writes the configuration for Otava unless it exists, since people may have changed it. */
    private void configuration(OtavaSeries series, Path table) {
        String name = String.valueOf(table.getFileName());
        int dot = name.lastIndexOf('.');
        Path file = table.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ".yaml");
        if (!Files.exists(file)) {
            write(file, series.configuration(table.toString()));
        }
    }

    private static void write(Path file, byte[] content) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.write(file, content);
        } catch (IOException e) {
            throw new StoreFailed("the runs cannot be written to " + file + ": " + e, e);
        }
    }

    private void say(String text) {
        spec.commandLine().getOut().println(text);
    }

    private void warn(String text) {
        Console.warn(spec.commandLine().getErr(), text);
    }
}
