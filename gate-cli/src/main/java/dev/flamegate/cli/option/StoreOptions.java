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
import picocli.CommandLine.Mixin;

/** Options of commands that need stored runs and nothing else of a where.plan. */
public final class StoreOptions {
    @Mixin
    private PlaceOptions where = new PlaceOptions();

    public Path plan() {
        return where.plan;
    }

    public History history(Consumer<String> warnings) {
        if (where.history == null && !Files.exists(where.plan)) {
            return new History(Path.of(HistorySpec.DEFAULT_FOLDER).toAbsolutePath(), warnings);
        } else if (where.history != null) {
            return new History(where.history.toAbsolutePath().normalize(), warnings);
        }
        return planFiles().history(warnings);
    }

    /** The stored runs, and where they are shared. */
    public Sharing sharing(Consumer<String> warnings) {
        return sharing(history(warnings), warnings);
    }

    /** The sharing of another history than the plan's: a copy, while the plan's stays as it is. */
    public Sharing sharing(History copy, Consumer<String> warnings) {
        if (where.history == null && Files.exists(where.plan)) {
            return planFiles().sharing(copy, warnings);
        }
        RemoteSpec shared = Sharing.place(where.historyRemote, System.getenv(), null);
        return Sharing.of(copy, shared, Path.of("").toAbsolutePath(), warnings);
    }

    /** The service meant: the one given, else the plan's; empty without either. */
    public Optional<String> service(@Nullable String given) {
        if (given != null || !Files.exists(where.plan)) {
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
        return Files.exists(where.plan) || !where.plan.equals(PlaceOptions.DEFAULT_PLAN)
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
        options.place = where;
        options.historyPush = Options.Push.ALWAYS; // what one of these commands sends, it was asked to send
        return PlanFiles.read(options);
    }
}
