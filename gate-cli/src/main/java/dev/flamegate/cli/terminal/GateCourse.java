package dev.flamegate.cli.terminal;

import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.Sharing;
import dev.flamegate.gate.GateResult;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.plan.HookSpec;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.runtime.Progress;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.SharedHistory.Wanted;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine;

/** The course of a command that measures: fetch stored runs, measure, write the result, share what was stored. */
public final class GateCourse implements AutoCloseable {
    private final PlanFiles files;
    private final ReportFolder folder;
    private final Options options;
    private final PrintWriter out;
    private final Reporting reporting;
    private final Sharing sharing;

    /**
     * Opens the reports and the history of a plan.
     *
     * @param command that was called, with its options
     */
    public GateCourse(PlanFiles files, Options options, CommandLine command) {
        this.files = files;
        this.folder = new ReportFolder(files.reportFolder());
        this.options = options;
        this.out = command.getOut();
        this.reporting = new Reporting(options, command.getErr());
        this.sharing = files.sharing(progress()::warn).only(files.plan().service());
    }

    public Progress progress() {
        return reporting.progress();
    }

    public ReportFolder folder() {
        return folder;
    }

    public History history() {
        return sharing.history();
    }

    public Comparisons comparisons() {
        return new Comparisons(history(), progress()::warn);
    }

    /**
     * A measurement of a command.
     *
     * @param <G> measures it
     */
    public interface Gating<G> {
        GateResult by(G gate) throws InterruptedException;
    }

    private interface Ending extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Measures until done or interrupted; when that fails, what was stored until then is shared.
     *
     * @param wanted stored records that judging needs
     * @param end ends what was opened, at any moment and from any thread
     */
    public <G> GateResult measure(Wanted wanted, Supplier<G> open, Consumer<? super G> end, Gating<G> gating)
            throws InterruptedException {
        Duration hooks = HookSpec.whenInterrupted(files.plan().hooks());
        return Reporting.untilInterrupted(hooks, started -> {
            G gate = started.start(open::get, end);
            try (Ending always = () -> end.accept(gate)) {
                sharing.pull(wanted, progress());
                return measure(gate, gating);
            }
        });
    }

    private <G> GateResult measure(G gate, Gating<G> gating) throws InterruptedException {
        try {
            return gating.by(gate);
        } catch (RuntimeException e) {
            sharing.push();
            throw e;
        }
    }

    /** Writes the result and shares what was stored; returns the exit code. */
    public int end(GateResult result, boolean failOnInconclusive, boolean singleFile) throws InterruptedException {
        reporting.clear();
        int code = write(result, folder, options, out, failOnInconclusive, singleFile);
        sharing.push();
        return code;
    }

    /** Writes a result: the report's files, and stdout for people or programs; returns the exit code. */
    public static int write(
            GateResult result,
            ReportFolder folder,
            Options options,
            PrintWriter out,
            boolean failOnInconclusive,
            boolean singleFile) {
        int code = result.exitCode(failOnInconclusive);
        Path page = result.write(folder, failOnInconclusive, singleFile);
        if (options.json) {
            out.print(new String(result.json(code, page), StandardCharsets.UTF_8));
        } else {
            boolean colour = Console.showsColour();
            out.print(result.text(new Terminal(Console.width(), colour), shown(page)));
        }
        out.flush();
        return code;
    }

    private static String shown(Path page) {
        Path here = Path.of("").toAbsolutePath();
        return page.startsWith(here) ? here.relativize(page).toString() : page.toString();
    }

    @Override
    public void close() {
        sharing.close();
        reporting.close();
    }
}
