package dev.flamegate.cli.option;

import dev.flamegate.plan.HistorySpec;
import dev.flamegate.plan.RemoteSpec;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.store.History;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options of commands that need stored runs and nothing else of a plan. */
public final class StoreOptions {
    private static final Path DEFAULT_PLAN = Path.of("flamegate.yaml");

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "The plan that says where runs are stored (default: flamegate.yaml).")
    private Path plan = DEFAULT_PLAN;

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

    public Path plan() {
        return plan;
    }

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
        return sharing(history(warnings), warnings);
    }

    /** The sharing of another history than the plan's: a copy, while the plan's stays as it is. */
    public Sharing sharing(History copy, Consumer<String> warnings) {
        if (place == null && Files.exists(plan)) {
            return planFiles().sharing(copy, warnings);
        }
        RemoteSpec shared = Sharing.place(remote, System.getenv(), null);
        return Sharing.of(copy, shared, Path.of("").toAbsolutePath(), warnings);
    }

    /** The service meant: the one given, else the plan's; empty without either. */
    public Optional<String> service(@Nullable String given) {
        if (given != null || !Files.exists(plan)) {
            return Optional.ofNullable(given);
        }
        return Optional.of(planFiles().plan().service());
    }

    /**
     * The rules of some files; of none, the plan's; empty without either.
     *
     * @throws UsageProblem when another plan than the default is named, and is not there
     */
    public Optional<RuleSet> rules(List<Path> files) {
        if (!files.isEmpty()) {
            return Optional.of(PlanFiles.readRules(files));
        }
        return Files.exists(plan) || !plan.equals(DEFAULT_PLAN)
                ? Optional.of(planFiles().rules())
                : Optional.empty();
    }

    /**
     * The plan with its rules.
     *
     * @throws UsageProblem when it is not there
     * @throws dev.flamegate.plan.yaml.PlanProblems when it is wrong
     */
    public PlanFiles planFiles() {
        Options options = new Options();
        options.plan = plan;
        options.history = place;
        options.historyRemote = remote;
        options.historyPush = Options.Push.ALWAYS; // what one of these commands sends, it was asked to send
        return PlanFiles.read(options);
    }
}
