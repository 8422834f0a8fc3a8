package dev.flamegate.remote;

import dev.flamegate.cli.history.HistoryCommand;
import dev.flamegate.cli.option.ServiceOption;
import dev.flamegate.cli.option.Sharing;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Reporting;
import dev.flamegate.format.Names;
import dev.flamegate.store.SharedHistory;
import dev.flamegate.store.SharedHistory.Pulled;
import dev.flamegate.store.SharedHistory.Wanted;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "pull",
        mixinStandardHelpOptions = true,
        description = {
            "Fetches the runs, comparisons and pins that are missing here from the shared history.",
            "`run` and `compare` do this automatically."
        })
final class HistoryPullCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private HistoryCommand parent;

    @Option(
            names = "--latest",
            paramLabel = "N",
            defaultValue = "50",
            description =
                    "Number of runs, and of comparisons, to fetch for each service and fingerprint (default: 50).")
    private int latest;

    @Mixin
    private ServiceOption only = new ServiceOption();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (latest < 0) {
            throw new UsageProblem("--latest " + latest + " is less than none");
        }
        return Reporting.untilInterrupted(started -> pull());
    }

    private int pull() throws InterruptedException {
        try (Sharing sharing = parent.sharing()) {
            SharedHistory shared = HistoryCommand.shared(sharing);
            Pulled pulled = shared.pull(new Wanted(only.name(), latest, latest, Set.of()));
            spec.commandLine()
                    .getOut()
                    .println(Names.plural(pulled.runs(), "run") + " and " + Names.plural(pulled.pairs(), "pair")
                            + " are new here, " + pulled.refused() + " were not used");
        }
        return 0;
    }
}
