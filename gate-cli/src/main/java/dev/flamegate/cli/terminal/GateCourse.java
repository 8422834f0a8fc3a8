package dev.flamegate.cli.terminal;

import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.Sharing;
import dev.flamegate.gate.GateResult;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.plan.HookSpec;
import dev.flamegate.runtime.Progress;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.SharedHistory.Wanted;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine;

/** The course of a command that measures: fetch stored runs, measure, write the result, share what was stored. */
public final class GateCourse implements AutoCloseable {
    private final PlanFiles files;
    private final ReportFolder folder;
    private final Output output;
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
        this.output = new Output(options, command.getOut());
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
     * What a command measures.
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
                return sharing.orPush(() -> gating.by(gate));
            }
        });
    }

    /** Writes the result and shares what was stored; returns the exit code. */
    public int end(GateResult result, boolean failOnInconclusive, boolean singleFile) throws InterruptedException {
        reporting.clear();
        int code = output.write(result, folder, failOnInconclusive, singleFile);
        sharing.push();
        return code;
    }

    @Override
    public void close() {
        sharing.close();
        reporting.close();
    }
}
