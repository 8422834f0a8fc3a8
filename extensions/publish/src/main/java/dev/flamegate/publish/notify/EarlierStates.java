package dev.flamegate.publish.notify;

import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.publish.notify.NotifiedStates.Told;
import dev.flamegate.publish.serve.JudgedRecord;
import dev.flamegate.publish.serve.Kind;
import dev.flamegate.publish.serve.Verdicts;
import dev.flamegate.report.json.Result;
import dev.flamegate.store.BrokenRule;
import dev.flamegate.store.History;
import dev.flamegate.store.StoreFailed;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The state of a service before a result: by the latest verdict in the history that decided something, of the same
 * service, kind (run or comparison) and branch, or by what {@code notify} itself noted, whichever is later. The notes
 * know what the verdicts do not: that a message could not be sent, that one comparison was judged twice, and which key
 * a message had.
 */
final class EarlierStates {
    private final Result result;
    private final Instant judged;
    private final String key;
    private final Consumer<String> warnings;
    private final NotifiedStates told;
    private final List<JudgedRecord> records;

    /**
     * Looks up the state before a result.
     *
     * @param judged when the result was
     * @param key distinguishes several plans of one service, which stored runs do not: with a key, only notes count
     * @param warnings gets a sentence for each record that is skipped
     */
    EarlierStates(History history, Result result, Instant judged, String key, Consumer<String> warnings) {
        this.result = result;
        this.judged = judged;
        this.key = key;
        this.warnings = warnings;
        told = new NotifiedStates(history);
        records = Verdicts.of(history, result.head().comparison() == null ? Kind.RUN : Kind.COMPARE, warnings)
                .toList();
    }

    StateChange change() {
        return new StateChange(
                before(),
                NotifiedState.of(result.head().verdict()),
                own().flatMap(record -> record.head().commit()));
    }

    /** Notes that people know the state after a result. */
    void noteTold(StateChange change) {
        change.now()
                .ifPresent(now -> told.note(
                        subject(),
                        new Told(
                                now == NotifiedState.BAD,
                                result.head().id(),
                                judged,
                                result.judged().findings().stream()
                                        .filter(finding -> finding.verdict() == Outcome.FAIL)
                                        .map(finding -> finding.clause().rule())
                                        .distinct()
                                        .toList(),
                                change.commit().orElse(null),
                                judged)));
    }

    /** Notes that people still know the state before it only: the next result is held against that. */
    void noteUntold(StateChange change) {
        Optional<Known> before = change.before();
        told.note(
                subject(),
                new Told(
                        before.map(Known::state).orElse(NotifiedState.GOOD) == NotifiedState.BAD,
                        before.map(Known::id).orElse(null),
                        before.map(Known::judged).orElse(judged),
                        before.map(Known::broken).orElse(List.of()),
                        before.flatMap(Known::commit).orElse(null),
                        judged));
    }

    private Optional<Known> before() {
        Optional<Told> noted = noted();
        Optional<Known> stored = key.isEmpty() ? stored() : Optional.empty();
        boolean isNewer = noted.isPresent()
                && stored.filter(known -> known.judged().isAfter(noted.get().asOf()))
                        .isEmpty();
        return isNewer ? noted.flatMap(EarlierStates::known) : stored;
    }

    private Optional<Told> noted() {
        try {
            return told.last(subject()).filter(note -> !note.asOf().isAfter(judged));
        } catch (StoreFailed e) {
            warnings.accept(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    private static Optional<Known> known(Told note) {
        @Nullable String id = note.id();
        return id == null
                ? Optional.empty()
                : Optional.of(new Known(
                        note.bad() ? NotifiedState.BAD : NotifiedState.GOOD,
                        id,
                        note.judged(),
                        note.broken(),
                        Optional.ofNullable(note.commit())));
    }

    private Optional<Known> stored() {
        Optional<String> branch = own().map(record -> branch(record.head()));
        return records.stream()
                .filter(record -> !record.id().equals(result.head().id()))
                .filter(record -> record.head().service().equals(result.head().service()))
                .filter(record -> branch.isEmpty() || branch.get().equals(branch(record.head())))
                .flatMap(EarlierStates::known)
                .filter(known -> !known.judged().isAfter(judged))
                .max(Comparator.comparing(Known::judged).thenComparing(Known::id));
    }

    /** The state that a verdict decided, with its broken rules but without those that only warned. */
    private static Stream<Known> known(JudgedRecord record) {
        List<String> rules = record.broken().stream()
                .filter(rule -> rule.outcome() == Outcome.FAIL)
                .map(BrokenRule::rule)
                .distinct()
                .toList();
        return NotifiedState.of(record.verdict())
                .map(state -> new Known(
                        state,
                        record.id(),
                        record.judged(),
                        rules,
                        record.head().commit()))
                .stream();
    }

    /** The record of the result itself; empty where it is in another history. */
    private Optional<JudgedRecord> own() {
        return records.stream()
                .filter(record -> record.id().equals(result.head().id()))
                .findFirst();
    }

    private NotifiedStates.Subject subject() {
        String branch = own().map(record -> branch(record.head())).orElse("");
        return new NotifiedStates.Subject(
                result.head().service(), branch, result.head().comparison() != null, key);
    }

    private static String branch(Run head) {
        return head.branch().orElse("");
    }
}
