package dev.flamegate.publish.notify;

import dev.flamegate.format.Names;
import dev.flamegate.publish.ci.ResultWords;
import dev.flamegate.report.json.Result;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The words of a message, each part no longer than its format allows: names are cut until it fits. Parts begin with
 * words of our own, never with a name.
 */
final class MessageWords {
    static final int MOST_RULES = 5;

    /** Lengths that names are cut to, until a part fits. */
    private static final List<Integer> CUTS = List.of(200, 100, 50, 25, 10);

    private final Notification message;
    private final Result result;
    private final UnaryOperator<String> name;

    /** Words with names as {@code name} returns them. */
    MessageWords(Notification message, UnaryOperator<String> name) {
        this.message = message;
        this.result = message.result();
        this.name = name;
    }

    private interface Part {
        String of(UnaryOperator<String> name);
    }

    /** {@code ✗ FAIL}. */
    String verdict() {
        return result.head().verdict().symbol() + " " + result.head().verdict();
    }

    /**
     * Says how the service is, and what was judged.
     *
     * @param most bytes of it in JSON; likewise below
     */
    String head(int most) {
        return fitting(most, named -> service(named) + ", " + new ResultWords(result, named).subject());
    }

    /** Says what the verdict rests on. */
    String sentence(int most) {
        return fitting(most, named -> new ResultWords(result, named).sentence() + ".");
    }

    /** The whole message in one line, for formats that show nothing else. */
    String line(int most) {
        return fitting(
                most,
                named -> verdict() + ": " + service(named) + ". " + new ResultWords(result, named).sentence() + ".");
    }

    /** Says what was known before, and between which commits it changed. */
    String since(int most) {
        return fitting(most, this::since);
    }

    /** A line for each broken rule with its figures; the last says how many are left out. */
    List<String> broken(int most) {
        List<Result.Finding> broken = message.broken();
        List<String> lines = new ArrayList<>();
        for (Result.Finding finding : broken.subList(0, Math.min(MOST_RULES, broken.size()))) {
            lines.add(fitting(
                    most,
                    named -> finding.verdict().symbol() + " "
                            + named.apply(finding.clause().rule()) + ": "
                            + new ResultWords(result, named).brief(finding)));
        }
        if (broken.size() > MOST_RULES) {
            lines.add("and " + Names.plural(broken.size() - MOST_RULES, "finding") + " more, see the report");
        }
        return lines;
    }

    /** The culprit with its callers and owners, or why none stands out; empty if the cause was not looked for. */
    Optional<String> cause(int most) {
        return Optional.of(fitting(most, named -> {
                    ResultWords words = new ResultWords(result, named);
                    String cause = Stream.of(words.cause(), words.callers())
                            .flatMap(Optional::stream)
                            .collect(Collectors.joining(" · "));
                    String owners = message.owners().stream().map(named).collect(Collectors.joining(", "));
                    return cause.isEmpty()
                            ? ""
                            : (result.judged().worstCulprit().isPresent() ? "Culprit: " : "Cause: ")
                                    + cause
                                    + (owners.isEmpty() ? "" : " · owned by " + owners);
                }))
                .filter(text -> !text.isEmpty());
    }

    /** Remarks on how far the result can be trusted. */
    List<String> notes(int most) {
        List<String> notes = new ArrayList<>();
        message.links()
                .fork()
                .ifPresent(fork -> notes.add(fitting(
                        most,
                        named -> "As reported by the workflow of the fork " + named.apply(fork.repository())
                                + ", whose code can write any result.")));
        String policy = result.judged().policy();
        if (policy != null) {
            notes.add(fitting(most, named -> "Note: " + named.apply(policy)));
        }
        return notes;
    }

    /** Says what was judged, when and by which tool. */
    String foot(int most) {
        return fitting(
                most,
                named -> message.kind() + " " + named.apply(result.head().id()) + ", judged "
                        + named.apply(result.head().judged()) + ", "
                        + named.apply(result.head().tool()));
    }

    private String service(UnaryOperator<String> named) {
        String key = message.key().isEmpty() ? "" : " (" + named.apply(message.key()) + ")";
        return named.apply(result.head().service()) + key + " "
                + message.change().words();
    }

    private String since(UnaryOperator<String> named) {
        StateChange change = message.change();
        if (change.before().isEmpty()) {
            return "Nothing was known of it before.";
        }
        Known before = change.before().get();
        if (before.id().equals(result.head().id())
                && before.judged().toString().equals(result.head().judged())) {
            return "This " + message.kind() + " was known already.";
        }
        String broke = before.broken().isEmpty() ? "" : ", which broke " + list(before.broken(), named);
        String commits = before.commit()
                .flatMap(then -> change.commit()
                        .filter(now -> !now.equals(then))
                        .map(now -> " Between them: commits "
                                + named.apply(Names.commit(then) + ".." + Names.commit(now)) + "."))
                .orElse("");
        return "Before, it was " + before.state().word() + ": " + message.kind() + " " + named.apply(before.id())
                + ", judged " + before.judged().truncatedTo(ChronoUnit.SECONDS) + broke + "." + commits;
    }

    private static String list(List<String> rules, UnaryOperator<String> named) {
        List<String> distinct = rules.stream().distinct().toList();
        String shown = distinct.stream().limit(MOST_RULES).map(named).collect(Collectors.joining(", "));
        return distinct.size() <= MOST_RULES ? shown : shown + " and " + (distinct.size() - MOST_RULES) + " more";
    }

    private String fitting(int most, Part part) {
        for (int cut : CUTS) {
            String text = part.of(one -> name.apply(Names.cut(one, cut)));
            if (bytes(text) <= most) {
                return text;
            }
        }
        return "(too long to show)";
    }

    /** The length in bytes, the strictest way to count: a text never has more characters than bytes. */
    private static int bytes(String text) {
        return JsonMapper.shared().writeValueAsString(text).getBytes(StandardCharsets.UTF_8).length;
    }
}
