package dev.flamegate.model;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The faults of a trial that do not show in its numbers.
 *
 * @param clock what happened to the clock, a clause, if it was set or the machine was suspended meanwhile; {@code null}
 *     if it ran steadily
 * @param failures how requests failed, the most frequent first
 * @param logged errors in the target's log, in their order, where requests failed
 */
public record Faults(@Nullable String clock, List<Failure> failures, List<Logged> logged) {
    public static final Faults NONE = new Faults(null, List.of(), List.of());

    public Faults {
        failures = List.copyOf(failures);
        logged = List.copyOf(logged);
    }

    /** Returns these faults with every message and every line of the log as {@code text} returns it. */
    public Faults map(UnaryOperator<String> text) {
        return new Faults(
                clock,
                failures.stream()
                        .map(failure -> new Failure(failure.request, text.apply(failure.message), failure.count))
                        .toList(),
                logged.stream()
                        .map(error -> new Logged(
                                error.count, error.lines.stream().map(text).toList()))
                        .toList());
    }

    /**
     * One way in which the requests of one name failed.
     *
     * @param request name of the requests; empty where the failure belongs to none, or an older record does not say
     * @param message in the generator's words
     * @param count requests that failed this way, above 0
     */
    public record Failure(String request, String message, long count) {
        private static final Comparator<Failure> MOST_FREQUENT = Comparator.comparingLong(Failure::count)
                .reversed()
                .thenComparing(Failure::request)
                .thenComparing(Failure::message);

        /** Describes the failure: {@code 2 × GET /cart: status 500}. */
        public String text() {
            return count + " × " + (request.isEmpty() ? "" : request + ": ") + message;
        }

        /** Several counts as one: those of the same request and message add up; the most frequent first. */
        public static List<Failure> merged(Collection<List<Failure>> parts) {
            record Way(String request, String message) {}
            Map<Way, Long> counts = new LinkedHashMap<>();
            parts.forEach(part -> part.forEach(failure ->
                    counts.merge(new Way(failure.request(), failure.message()), failure.count(), Long::sum)));
            return counts.entrySet().stream()
                    .map(way -> new Failure(way.getKey().request(), way.getKey().message(), way.getValue()))
                    .sorted(MOST_FREQUENT)
                    .toList();
        }
    }

    /**
     * An error that the target wrote to its log, as often as it did. The text is the service's own and may contain
     * anything.
     *
     * @param count errors of this kind, above 0: their numbers may differ
     * @param lines of the first of them, shortened: what was logged, the exception, where it was thrown, and its causes
     */
    public record Logged(long count, List<String> lines) {
        private static final Pattern NUMBER = Pattern.compile("[0-9a-f]*[0-9][0-9a-f]*");

        public Logged {
            lines = List.copyOf(lines);
        }

        /** The kind of an error: its text without the numbers. */
        public static String kind(List<String> lines) {
            return NUMBER.matcher(String.join("\n", lines)).replaceAll("0");
        }

        /** The errors of several logs, those of one kind together, in the order in which they first occur. */
        public static List<Logged> merged(Collection<List<Logged>> logs) {
            Map<String, Logged> kinds = new LinkedHashMap<>();
            logs.forEach(log -> log.forEach(error -> kinds.merge(
                    kind(error.lines), error, (one, other) -> new Logged(one.count + other.count, one.lines))));
            return List.copyOf(kinds.values());
        }
    }
}
