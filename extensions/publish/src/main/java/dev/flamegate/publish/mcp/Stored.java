package dev.flamegate.publish.mcp;

import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.StoreOptions;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredComparison;
import dev.flamegate.store.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Plan and history as they are when a question is asked: both change while an agent works. */
public final class Stored {
    private final StoreOptions options;
    private final List<String> warnings = new ArrayList<>();

    Stored(StoreOptions options) {
        this.options = options;
    }

    /** Notes that a record was skipped. */
    void warn(String warning) {
        warnings.add(warning);
    }

    /** The warnings about skipped records so far. */
    List<String> warnings() {
        return warnings.stream().distinct().toList();
    }

    /**
     * The plan with its rules.
     *
     * @throws UsageProblem when the plan is missing
     * @throws dev.flamegate.plan.yaml.PlanProblems when it is wrong
     */
    PlanFiles files() {
        return options.planFiles();
    }

    History history() {
        return options.history(this::warn);
    }

    public Comparisons comparisons(History history) {
        return new Comparisons(history, this::warn);
    }

    /**
     * The id of the run, or the key of the comparison, that was measured last.
     *
     * @throws UsageProblem when nothing is stored
     */
    String latest(History history) {
        Optional<StoredRun> run = history.list().stream().findFirst();
        Optional<StoredComparison> comparison =
                comparisons(history).list().stream().findFirst();
        if (run.isEmpty() && comparison.isEmpty()) {
            throw new UsageProblem("nothing is stored in " + history.folder() + " yet: `flamegate run` or `flamegate"
                    + " compare` measures");
        }
        return comparison
                .filter(one -> run.isEmpty()
                        || one.candidate().started().isAfter(run.get().head().started()))
                .map(StoredComparison::key)
                .orElseGet(() -> run.orElseThrow().id());
    }
}
