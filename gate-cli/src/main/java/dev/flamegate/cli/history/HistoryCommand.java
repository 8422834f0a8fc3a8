package dev.flamegate.cli.history;

import dev.flamegate.cli.option.JsonOption;
import dev.flamegate.cli.option.Sharing;
import dev.flamegate.cli.option.StoreOptions;
import dev.flamegate.cli.option.StoredId;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.format.Names;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.SharedHistory;
import dev.flamegate.store.StoreFailed;
import dev.flamegate.store.StoredComparison;
import dev.flamegate.store.StoredRun;
import java.io.PrintWriter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "history",
        header = "Lists, shares and tidies up stored runs.",
        mixinStandardHelpOptions = true,
        description = "Lists, shares and tidies up stored runs.",
        subcommands = {HistoryPruneCommand.class, HistoryImportCommand.class},
        synopsisSubcommandLabel = "COMMAND")
public final class HistoryCommand implements Runnable {
    @Mixin
    private StoreOptions store = new StoreOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing required subcommand");
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Lists stored runs and comparisons, latest first.")
    int list(@Mixin Selection selection, @Mixin JsonOption json) {
        History history = history();
        List<StoredRun> runs = history.list().stream().filter(selection::has).toList();
        List<StoredComparison> comparisons =
                comparisons(history).list().stream().filter(selection::has).toList();
        Map<String, String> pins = history.allPins();
        if (json.isGiven()) {
            out().println(HistoryJson.of(runs, pins, comparisons).toPrettyString());
            return 0;
        }
        for (StoredRun run : runs) {
            out().println(Names.visible(row(run, pins)));
        }
        for (StoredComparison comparison : comparisons) {
            out().println(Names.visible(row(comparison)));
        }
        String alarms = FalseAlarms.of(comparisons.stream()
                        .filter(one -> one.candidate().labels().tags().containsKey(FalseAlarms.TAG))
                        .flatMap(one -> one.verdict().stream())
                        .toList())
                .text();
        if (!alarms.isEmpty()) {
            out().println(alarms);
        }
        if (runs.isEmpty() && comparisons.isEmpty()) {
            out().println(
                            selection.text().isEmpty()
                                    ? "nothing is stored in " + history.folder() + " yet"
                                    : "nothing in " + history.folder() + " matches " + Names.visible(selection.text()));
        }
        return 0;
    }

    @Command(
            name = "pin",
            mixinStandardHelpOptions = true,
            description = "Gives a run a name that rules can refer to (`vs pin NAME`) and keeps it from being pruned.")
    int pin(
            @Parameters(paramLabel = "RUN", description = "Id of a stored run, `latest`, or `none`: removes the pin.")
                    String run,
            @Parameters(paramLabel = "NAME", description = "The name.") String name)
            throws InterruptedException {
        if (run.equals("none")) {
            return unpin(name);
        }
        try (Sharing sharing = sharing()) {
            String id = StoredId.of(run, sharing.history());
            sharing.history().pin(name, id);
            onlyOf(id, sharing);
            out().println("run " + id + " is pinned as " + name);
            sharing.push();
        }
        return 0;
    }

    private int unpin(String name) throws InterruptedException {
        try (Sharing sharing = sharing()) {
            onlyOf(sharing.history().allPins().getOrDefault(name, ""), sharing);
            sharing.history().unpin(name);
            out().println("removed the pin " + name);
            sharing.push();
        }
        return 0;
    }

    /** Limits the sharing of a pin to the service of its run; if the run cannot be read, all services are shared. */
    private static void onlyOf(String id, Sharing sharing) {
        if (!id.isEmpty()) {
            try {
                sharing.only(sharing.history().loadRun(id).service());
            } catch (StoreFailed e) {
                return;
            }
        }
    }

    public History history() {
        PrintWriter err = spec.commandLine().getErr();
        return store.history(text -> Console.warn(err, text));
    }

    /** The stored runs that the command line names, and where they are shared. */
    public Sharing sharing() {
        PrintWriter err = spec.commandLine().getErr();
        return store.sharing(text -> Console.warn(err, text));
    }

    /**
     * The place where a history is shared.
     *
     * @throws UsageProblem when it is not
     */
    public static SharedHistory shared(Sharing sharing) {
        return sharing.shared()
                .orElseThrow(() -> new UsageProblem("this history is not shared: set --history-remote, "
                        + Sharing.VARIABLE + " or `history` in the plan to s3://BUCKET/PREFIX or"
                        + " git:REPOSITORY#BRANCH"));
    }

    public Comparisons comparisons(History history) {
        PrintWriter err = spec.commandLine().getErr();
        return new Comparisons(history, text -> Console.warn(err, text));
    }

    private static String row(StoredComparison comparison) {
        String row = String.join(
                "  ",
                pad(comparison.key(), 20),
                pad(comparison.verdict().map(Verdict::name).orElse("not judged"), 12),
                comparison.candidate().started().truncatedTo(ChronoUnit.SECONDS).toString(),
                comparison.candidate().service(),
                comparison.pairs() + (comparison.pairs() == 1 ? " pair" : " pairs"),
                target(comparison.baseline()) + " -> " + target(comparison.candidate()));
        return row + labels(comparison.candidate());
    }

    /** The labels of a run, shown in the last column, since only some runs have any. */
    private static String labels(Run head) {
        String text = head.labels().text();
        return text.isEmpty() ? "" : "  [" + text + "]";
    }

    private static String target(Run run) {
        return run.target().orElse("?");
    }

    private static String row(StoredRun run, Map<String, String> pins) {
        Run head = run.head();
        String commit = head.commit().orElse("");
        StringBuilder row = new StringBuilder(run.id())
                .append("  ")
                .append(pad(run.verdict().map(Verdict::name).orElse("not judged"), 12))
                .append("  ")
                .append(head.started().truncatedTo(ChronoUnit.SECONDS))
                .append("  ")
                .append(head.service());
        if (!commit.isEmpty()) {
            row.append("  ")
                    .append(commit, 0, Math.min(10, commit.length()))
                    .append(" ")
                    .append(head.branch().orElse(""));
        }
        pins.forEach((name, id) -> {
            if (id.equals(run.id())) {
                row.append("  pinned: ").append(name);
            }
        });
        return row.append(labels(head)).toString();
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
