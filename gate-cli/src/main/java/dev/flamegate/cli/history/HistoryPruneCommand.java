package dev.flamegate.cli.history;

import dev.flamegate.cli.option.DryRunOption;
import dev.flamegate.cli.option.ServiceOption;
import dev.flamegate.cli.option.Sharing;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.format.Names;
import dev.flamegate.model.Run;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.SharedHistory;
import dev.flamegate.store.SharedHistory.Pruned;
import dev.flamegate.store.StoredComparison;
import dev.flamegate.store.StoredRun;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "prune",
        mixinStandardHelpOptions = true,
        description =
                "Deletes old runs and comparisons, here and where they are shared. Keeps the latest of each service and fingerprint, and pinned runs.")
final class HistoryPruneCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private HistoryCommand parent;

    @Option(
            names = "--keep",
            paramLabel = "N",
            defaultValue = "50",
            description = "Number of runs, and of comparisons, to keep for each service and fingerprint (default: 50).")
    private int keep;

    @Mixin
    private ServiceOption only = new ServiceOption();

    @Mixin
    private DryRunOption dry = new DryRunOption();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (keep < 1) {
            throw new UsageProblem("--keep " + keep + ": at least one run stays");
        }
        try (Sharing sharing = parent.sharing()) {
            Optional<SharedHistory> shared = sharing.shared();
            if (shared.isPresent() && !dry.isGiven()) {
                // Pins made here keep runs there, and what is deleted here should be there.
                shared.get().push(false, only.name());
            }
            prune(sharing.history());
            if (shared.isPresent()) {
                Pruned pruned = shared.get().prune(keep, dry.isGiven(), only.name());
                spec.commandLine()
                        .getOut()
                        .println(said(pruned.runs(), pruned.comparisons()) + " at "
                                + shared.get().text());
            }
        }
        return 0;
    }

    private void prune(History history) {
        Set<String> pinned = Set.copyOf(history.allPins().values());
        Map<Object, List<String>> runs = new LinkedHashMap<>();
        for (StoredRun run : history.list()) {
            note(runs, run.head(), run.id());
        }
        Map<Object, List<String>> compared = new LinkedHashMap<>();
        Comparisons comparisons = parent.comparisons(history);
        for (StoredComparison comparison : comparisons.list()) {
            note(compared, comparison.candidate(), comparison.key());
        }
        int runsGone = prune(runs, pinned, history::delete);
        int comparisonsGone = prune(compared, Set.of(), comparisons::delete);
        spec.commandLine().getOut().println(said(runsGone, comparisonsGone));
    }

    private String said(int runs, int comparisons) {
        return Names.plural(runs, "run") + " and " + Names.plural(comparisons, "comparison")
                + (dry.isGiven() ? " would be deleted" : " deleted");
    }

    private void note(Map<Object, List<String>> byKind, Run head, String id) {
        if (only.name() == null || only.name().equals(head.service())) {
            byKind.computeIfAbsent(List.of(head.service(), head.fingerprint()), key -> new ArrayList<>())
                    .add(id);
        }
    }

    private int prune(Map<Object, List<String>> byKind, Set<String> kept, Consumer<String> delete) {
        PrintWriter out = spec.commandLine().getOut();
        int gone = 0;
        for (List<String> ids : byKind.values()) {
            for (String id : ids.subList(Math.min(keep, ids.size()), ids.size())) {
                if (!kept.contains(id)) {
                    if (!dry.isGiven()) {
                        delete.accept(id);
                    }
                    out.println((dry.isGiven() ? "would delete " : "deleted ") + id);
                    gone++;
                }
            }
        }
        return gone;
    }
}
