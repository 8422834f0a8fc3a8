package dev.flamegate.cli;

import dev.flamegate.cli.history.Selection;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.gate.Judging;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.StoreFailed;
import dev.flamegate.store.StoredComparison;
import dev.flamegate.store.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Judges all stored records by the current rules: on all CPUs, with one reading of the list for all. */
final class JudgedAgain {
    private final Consumer<String> warnings;
    private final History history;
    private final Comparisons comparisons;
    private final Judging judging;

    /**
     * Judges the history of a plan again.
     *
     * @param warnings gets a sentence for each record that is skipped, from any thread
     */
    JudgedAgain(PlanFiles files, Consumer<String> warnings) {
        this.warnings = warnings;
        history = files.history(warnings);
        comparisons = new Comparisons(history, warnings);
        judging = new Judging(files.plan(), files.rules(), history, files.folder());
    }

    /**
     * A record with its two verdicts.
     *
     * @param what {@code run} or {@code comparison}
     * @param stored empty when it never was judged
     */
    record Again(String what, String id, String service, Optional<Verdict> stored, Verdict now) {
        boolean isOther() {
            return stored.isEmpty() || stored.get() != now;
        }
    }

    /**
     * Judges the selected records, the latest first, runs before comparisons.
     *
     * @param threads how many at the same time, at least 1; each holds one record, and what that is compared with
     * @param judged gets each in this order, from the calling thread; what cannot be read is left out with a warning
     */
    void each(Selection selection, int threads, Consumer<Again> judged) throws InterruptedException {
        List<StoredRun> listed = history.list();
        List<Callable<@Nullable Again>> work = new ArrayList<>();
        listed.stream().filter(selection::has).forEach(run -> work.add(() -> again(run, listed)));
        comparisons.list().stream().filter(selection::has).forEach(one -> work.add(() -> again(one)));
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<@Nullable Again>> running =
                    work.stream().map(pool::submit).toList();
            for (Future<@Nullable Again> one : running) {
                Again again = result(one);
                if (again != null) {
                    judged.accept(again);
                }
            }
        } finally {
            pool.shutdownNow();
        }
    }

    private Again again(StoredRun run, List<StoredRun> listed) throws InterruptedException {
        Verdict now = judging.judgement(history.load(run.id()), listed).verdict();
        return new Again("run", run.id(), run.head().service(), run.verdict(), now);
    }

    private Again again(StoredComparison one) throws InterruptedException {
        ProfiledComparison comparison = comparisons
                .load(one.key())
                .orElseThrow(() -> new StoreFailed("comparison " + one.key() + " has no pair that can be read"));
        Looks looks = comparisons.looks(one.key()).orElse(Looks.DEFAULT);
        Verdict now = judging.judgement(comparison, comparisons, looks).verdict();
        return new Again("comparison", one.key(), one.candidate().service(), one.verdict(), now);
    }

    private @Nullable Again result(Future<@Nullable Again> one) throws InterruptedException {
        try {
            return one.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StoreFailed unread) {
                warnings.accept("not judged: " + unread.getMessage());
                return null;
            } else if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            } else if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e);
        }
    }
}
