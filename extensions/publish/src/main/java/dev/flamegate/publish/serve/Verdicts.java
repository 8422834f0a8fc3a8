package dev.flamegate.publish.serve;

import dev.flamegate.model.Run;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.RecordName;
import dev.flamegate.store.StoredVerdicts;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All verdicts of one history. What was measured and not judged, because the gate was stopped before, has none. */
public final class Verdicts {
    private Verdicts() {}

    /** The verdicts stored in a history, in no order; records that cannot be read are skipped with a warning. */
    static List<JudgedRecord> in(History history, Consumer<String> warnings) {
        return Stream.concat(of(history, Kind.RUN, warnings), of(history, Kind.COMPARE, warnings))
                .toList();
    }

    /** The verdicts of one kind stored in a history, likewise. */
    public static Stream<JudgedRecord> of(History history, Kind kind, Consumer<String> warnings) {
        StoredVerdicts times = new StoredVerdicts(history);
        return kind == Kind.RUN
                ? history.list().stream()
                        .flatMap(run -> run.verdict().stream()
                                .map(verdict -> new JudgedRecord(
                                        kind,
                                        run.id(),
                                        run.head(),
                                        verdict,
                                        judged(times, null, run.head()),
                                        run.broken())))
                : new Comparisons(history, warnings)
                        .list().stream()
                                .flatMap(comparison -> comparison.verdict().stream()
                                        .map(verdict -> new JudgedRecord(
                                                kind,
                                                comparison.key(),
                                                comparison.candidate(),
                                                verdict,
                                                judged(times, comparison.key(), comparison.candidate()),
                                                comparison.broken())));
    }

    private static Instant judged(StoredVerdicts times, @Nullable String key, Run measured) {
        return times.judged(new RecordName(key, measured.id()))
                .filter(time -> time.isAfter(Instant.EPOCH))
                .orElse(measured.started());
    }
}
