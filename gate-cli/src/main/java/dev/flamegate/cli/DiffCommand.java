package dev.flamegate.cli;

import dev.flamegate.cli.option.FlameOptions;
import dev.flamegate.cli.option.StoreOptions;
import dev.flamegate.cli.option.StoredId;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.gate.flame.FlameSide;
import dev.flamegate.gate.flame.Normalization;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.store.History;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "diff",
        mixinStandardHelpOptions = true,
        description = {
            "Draws or writes the difference between the profiles of two stored runs, per request.",
            "All trials of a run are taken together."
        })
final class DiffCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "RUN", description = "Id of the baseline, a pin, or `latest`.")
    @SuppressWarnings("NullAway.Init")
    private String baseline;

    @Parameters(index = "1", paramLabel = "RUN", description = "Id of the run to compare with it, a pin, or `latest`.")
    @SuppressWarnings("NullAway.Init")
    private String candidate;

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Mixin
    private FlameOptions options = new FlameOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        History history = store.history(message -> Console.warn(err, message));
        FlameSide before = FlameSide.of(history.load(StoredId.of(baseline, history)));
        FlameSide after = FlameSide.of(history.load(StoredId.of(candidate, history)));
        Set<ProfileEvent> there = EnumSet.noneOf(ProfileEvent.class);
        there.addAll(before.recording().trees().keySet());
        there.addAll(after.recording().trees().keySet());
        options.write(
                Optional.of(before),
                after,
                options.normalization(Normalization.parse("requests")),
                options.shown(there),
                spec.commandLine().getOut(),
                err);
        return 0;
    }
}
