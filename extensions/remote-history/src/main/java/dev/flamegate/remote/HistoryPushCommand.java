package dev.flamegate.remote;

import dev.flamegate.cli.history.HistoryCommand;
import dev.flamegate.cli.option.ServiceOption;
import dev.flamegate.cli.option.Sharing;
import dev.flamegate.cli.terminal.Reporting;
import dev.flamegate.format.Names;
import dev.flamegate.store.SharedHistory;
import dev.flamegate.store.SharedHistory.Pushed;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "push",
        mixinStandardHelpOptions = true,
        description = {
            "Sends the runs, comparisons and pins that were not shared yet to the shared history.",
            "`run` and `compare` do this automatically."
        })
final class HistoryPushCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private HistoryCommand parent;

    @Option(
            names = "--again",
            description =
                    "Also send records that were shared before and are missing there: for a new place, or after pruning too much.")
    private boolean again;

    @Mixin
    private ServiceOption only = new ServiceOption();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        return Reporting.untilInterrupted(started -> push());
    }

    private int push() throws InterruptedException {
        try (Sharing sharing = parent.sharing()) {
            SharedHistory shared = HistoryCommand.shared(sharing);
            Pushed pushed = shared.push(again, only.name());
            spec.commandLine()
                    .getOut()
                    .println(Names.plural(pushed.runs(), "run") + " and " + Names.plural(pushed.pairs(), "pair")
                            + " are new at " + shared.text() + ", " + pushed.refused() + " are not shared");
        }
        return 0;
    }
}
