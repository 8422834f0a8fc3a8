package dev.flamegate.cli.option;

import dev.flamegate.gate.Judging;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.report.GateReport;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredComparison;
import dev.flamegate.store.StoredRun;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The names of stored records: for a run its id, a beginning of it that is unique, a pin, or {@code latest}; for a
 * comparison its key or a beginning of that.
 */
public final class StoredId {
    private StoredId() {}

    /**
     * The id of the run meant.
     *
     * @throws UsageProblem when none or several runs are meant
     */
    public static String of(String name, History history) {
        List<String> ids = history.list().stream().map(StoredRun::id).toList();
        if (name.equals("latest")) {
            if (ids.isEmpty()) {
                throw new UsageProblem("no run is stored in " + history.folder() + " yet");
            }
            return ids.get(0);
        }
        String pinned = history.allPins().get(name);
        if (pinned != null) {
            return pinned;
        }
        return unique(name, ids, "run")
                .orElseThrow(() -> new UsageProblem("there is no run " + name + " in " + history.folder()
                        + "; `flamegate history list` shows the stored runs"));
    }

    /**
     * The run or comparison meant, judged by the rules of a plan.
     *
     * @param warnings receives records that are skipped
     * @throws UsageProblem when none or several are meant
     */
    public static GateReport judged(String name, PlanFiles files, Consumer<String> warnings)
            throws InterruptedException {
        History history = files.history(warnings);
        Comparisons comparisons = new Comparisons(history, warnings);
        Judging judging = new Judging(files.plan(), files.rules(), history, files.folder());
        Optional<ProfiledComparison> comparison = comparison(name, comparisons);
        return comparison.isPresent()
                ? judging.judge(
                        comparison.get(),
                        comparisons,
                        comparisons.looks(comparison.get().comparison().id()).orElse(Looks.DEFAULT))
                : judging.judge(history.load(of(name, history)));
    }

    /**
     * The comparison meant; empty when none is.
     *
     * @throws UsageProblem when several are
     */
    public static Optional<ProfiledComparison> comparison(String name, Comparisons comparisons) {
        List<String> keys =
                comparisons.list().stream().map(StoredComparison::key).toList();
        return unique(name, keys, "comparison").flatMap(comparisons::load);
    }

    private static Optional<String> unique(String name, List<String> ids, String what) {
        if (ids.contains(name)) {
            return Optional.of(name);
        }
        List<String> meant = ids.stream().filter(id -> id.startsWith(name)).toList();
        if (meant.size() > 1) {
            throw new UsageProblem(name + " is ambiguous: " + meant.size() + " " + what + "s begin with it: "
                    + String.join(", ", meant));
        }
        return meant.stream().findFirst();
    }
}
