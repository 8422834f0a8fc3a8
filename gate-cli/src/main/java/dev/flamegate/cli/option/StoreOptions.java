package dev.flamegate.cli.option;

import dev.flamegate.plan.HistorySpec;
import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.store.History;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options of commands that need stored runs and nothing else of a plan. */
public final class StoreOptions {
    @Option(
            names = "--plan",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "The plan that says where runs are stored (default: flamegate.yaml).")
    private Path plan = Path.of("flamegate.yaml");

    @Option(
            names = "--history",
            paramLabel = "PLACE",
            scope = ScopeType.INHERIT,
            description = "Folder of stored runs, instead of the plan's.")
    private @Nullable Path place;

    @Option(
            names = "--history-remote",
            paramLabel = "PLACE",
            scope = ScopeType.INHERIT,
            description = "Where stored runs are shared, instead of the plan's.")
    private @Nullable String remote;

    /** The stored runs. */
    public History history(Consumer<String> warnings) {
        if (place == null && !Files.exists(plan)) {
            return new History(Path.of(HistorySpec.DEFAULT_FOLDER).toAbsolutePath(), warnings);
        } else if (place != null) {
            return new History(place.toAbsolutePath().normalize(), warnings);
        }
        return planFiles().history(warnings);
    }

    /** The stored runs, and where they are shared. */
    public Sharing sharing(Consumer<String> warnings) {
        if (place == null && Files.exists(plan)) {
            return planFiles().sharing(warnings);
        }
        RemoteSpec shared = Sharing.place(remote, System.getenv(), null);
        return Sharing.of(history(warnings), shared, Path.of("").toAbsolutePath(), warnings);
    }

    private PlanFiles planFiles() {
        Options options = new Options();
        options.plan = plan;
        options.historyRemote = remote;
        return PlanFiles.read(options);
    }
}
