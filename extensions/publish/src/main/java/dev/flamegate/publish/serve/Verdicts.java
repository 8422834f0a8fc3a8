package dev.flamegate.publish.serve;

import dev.flamegate.model.finding.Verdict;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.RecordName;
import dev.flamegate.store.StoredComparison;
import dev.flamegate.store.StoredRun;
import dev.flamegate.store.StoredVerdicts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** All verdicts of one history. What was measured and not judged, because the gate was stopped before, has none. */
final class Verdicts {
    private Verdicts() {}

    /** The verdicts stored in a history, in no order; records that cannot be read are skipped with a warning. */
    static List<Verdicted> in(History history, Consumer<String> warnings) {
        StoredVerdicts times = new StoredVerdicts(history);
        List<Verdicted> all = new ArrayList<>();
        for (StoredRun run : history.list()) {
            run.verdict().ifPresent(verdict -> all.add(verdicted(run, verdict, times)));
        }
        for (StoredComparison comparison : new Comparisons(history, warnings).list()) {
            comparison.verdict().ifPresent(verdict -> all.add(verdicted(comparison, verdict, times)));
        }
        return all;
    }

    private static Verdicted verdicted(StoredRun run, Verdict verdict, StoredVerdicts times) {
        Optional<Instant> judged = times.judged(RecordName.run(run.id()));
        return new Verdicted(
                Kind.RUN,
                run.id(),
                run.head(),
                verdict,
                known(judged, run.head().started()),
                run.broken());
    }

    private static Verdicted verdicted(StoredComparison comparison, Verdict verdict, StoredVerdicts times) {
        Optional<Instant> judged = times.judged(
                new RecordName(comparison.key(), comparison.candidate().id()));
        return new Verdicted(
                Kind.COMPARE,
                comparison.key(),
                comparison.candidate(),
                verdict,
                known(judged, comparison.candidate().started()),
                comparison.broken());
    }

    private static Instant known(Optional<Instant> judged, Instant measured) {
        return judged.filter(time -> time.isAfter(Instant.EPOCH)).orElse(measured);
    }
}
