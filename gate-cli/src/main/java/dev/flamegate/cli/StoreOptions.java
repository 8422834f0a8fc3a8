package dev.flamegate.cli;

import dev.flamegate.store.History;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options of commands that need stored runs and nothing else of a plan. */
final class StoreOptions {
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
            description = "Folder of stored runs, in place of the plan's.")
    private @Nullable Path place;

    /** The stored runs. */
    History history(Consumer<String> warnings) {
        if (place == null && !Files.exists(plan)) {
            return new History(Path.of(".flamegate", "history").toAbsolutePath(), warnings);
        } else if (place != null) {
            return new History(place.toAbsolutePath().normalize(), warnings);
        }
        Options options = new Options();
        options.plan = plan;
        return PlanFiles.read(options).history(warnings);
    }
}
