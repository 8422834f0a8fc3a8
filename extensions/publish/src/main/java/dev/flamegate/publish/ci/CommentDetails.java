package dev.flamegate.publish.ci;

import dev.flamegate.format.Escapes;
import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.json.Result;
import dev.flamegate.report.json.Values;
import dev.flamegate.report.text.FailureText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The folded parts of a comment: HTML blocks without a blank line, in which Markdown is not interpreted. */
final class CommentDetails {
    private static final int MOST_ROWS = 50;
    private static final int MOST_OTHERS = 5;
    private static final int MOST_MESSAGES = 3;
    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_MESSAGE = 600;

    /** Room for the table's frame and for the note on what is left out. */
    private static final int FRAME = 700;

    private final Result result;

    CommentDetails(Result result) {
        this.result = result;
    }

    /** One folded part. */
    private record Part(String title, String text) {
        String html() {
            return "<details><summary>" + title + "</summary>\n" + text + "</details>\n\n";
        }
    }

    /**
     * All parts that fit, the rules first, and a note on what does not.
     *
     * @param room characters available
     */
    String write(int room) {
        List<Part> others = Stream.of(candidates(), validity(), failures(), diagnosis(), pairs(), methods())
                .flatMap(Optional::stream)
                .toList();
        List<Part> kept = new ArrayList<>();
        List<String> left = new ArrayList<>();
        int free = room - FRAME;
        for (Part part : others) {
            if (part.html().length() <= free / 2) {
                free -= part.html().length();
                kept.add(part);
            } else {
                left.add(part.title());
            }
        }
        StringBuilder out = new StringBuilder(rules(free));
        kept.forEach(part -> out.append(part.html()));
        if (!left.isEmpty()) {
            out.append("Too long for a comment, see the full report: ")
                    .append(String.join(", ", left))
                    .append(".\n\n");
        }
        return out.toString();
    }

    private String rules(int room) {
        List<Result.Finding> findings = result.judged().worstFirst();
        if (findings.isEmpty()) {
            return "";
        }
        StringBuilder rows = new StringBuilder();
        int shown = 0;
        for (Result.Finding finding : findings) {
            String row = row(finding);
            if (shown == MOST_ROWS || rows.length() + row.length() > room) {
                break;
            }
            rows.append(row);
            shown++;
        }
        String table =
                "<table>\n<thead><tr><th>Rule</th><th>Value</th><th>Limit</th><th>Growth</th><th>Outcome</th></tr></thead>\n"
                        + "<tbody>\n" + rows + "</tbody>\n</table>\n";
        String more = shown == findings.size()
                ? ""
                : "<p>" + Names.plural(findings.size() - shown, "finding")
                        + " more, none of them worse, in the full report.</p>\n";
        return new Part(Names.plural(findings.size(), "finding"), table + more).html();
    }

    private static String row(Result.Finding finding) {
        String part = Names.selector(finding.clause().part());
        Double growth = finding.measured().ratio();
        Double value = finding.measured().base();
        String grown = growth == null ? "" : Numbers.growth(growth);
        if (growth != null && finding.measured().interval() != null) {
            grown += " " + Numbers.bounds(finding.measured().interval().ratios());
        }
        boolean explained = finding.verdict().rank() <= Outcome.ACCEPTED.rank();
        String of = finding.candidate() == null ? "" : finding.candidate() + ": ";
        return "<tr><td>" + code(of + finding.clause().rule() + (part.isEmpty() ? "" : " (" + part + ")"))
                + (explained ? "<br>" + message(finding.message()) : "") + "</td><td>"
                + code(
                        value == null
                                ? "unknown"
                                : Numbers.quantity(value, finding.measured().measure()))
                + "</td><td>" + code(finding.clause().criterion()) + "</td><td>" + (grown.isEmpty() ? "" : code(grown))
                + "</td><td>" + finding.verdict().symbol() + " " + finding.verdict() + "</td></tr>\n";
    }

    private Optional<Part> candidates() {
        List<Result.Candidate> candidates = result.candidates();
        if (candidates.isEmpty()) {
            return Optional.empty();
        }
        String rows = candidates.stream()
                .limit(MOST_ROWS)
                .map(one -> "<tr><td>" + code(one.name()) + "</td><td>"
                        + (one.verdict() == null
                                ? "not measured"
                                : one.verdict().symbol() + " " + one.verdict())
                        + "</td><td>" + one.pairs() + "</td><td>" + message(one.headline()) + "</td></tr>\n")
                .collect(Collectors.joining());
        return Optional.of(new Part(
                Names.plural(candidates.size(), "candidate"),
                "<table>\n<thead><tr><th>Candidate</th><th>Verdict</th><th>Pairs</th><th>Why</th></tr></thead>\n<tbody>\n"
                        + rows + "</tbody>\n</table>\n"));
    }

    private Optional<Part> validity() {
        List<Result.Problem> problems = result.judged().validity();
        if (problems.isEmpty()) {
            return Optional.empty();
        }
        String items = problems.stream()
                .limit(MOST_OTHERS)
                .map(problem -> "<li>" + code(problem.check()) + ": " + message(problem.message()) + "<br>"
                        + message(problem.remedy()) + "</li>\n")
                .collect(Collectors.joining());
        boolean unsound = problems.stream().anyMatch(Result.Problem::invalidates);
        return Optional.of(new Part(
                unsound ? "Soundness of the measurement" : GateReport.DOUBTS, list(items, problems.size(), "problem")));
    }

    private Optional<Part> failures() {
        List<String> items = new ArrayList<>();
        FailureText text = new FailureText(CommentDetails::code);
        for (Result.Failures failed : result.failures()) {
            String arm = failed.arm() == null ? "" : failed.arm().equals("baseline") ? "baseline" : "candidate";
            failed.requests().stream()
                    .limit(MOST_OTHERS)
                    .map(name -> "<li>" + text.name(arm, name.request(), name.failed(), name.total())
                            + name.messages().stream()
                                    .limit(MOST_MESSAGES)
                                    .map(way -> "<br>" + text.times(way.count(), way.message()))
                                    .collect(Collectors.joining())
                            + "</li>\n")
                    .forEach(items::add);
            if (failed.requests().size() > MOST_OTHERS) {
                items.add(more(failed.requests().size() - MOST_OTHERS, "request name"));
            }
            failed.logged().stream()
                    .limit(MOST_MESSAGES)
                    .map(error -> "<li>" + FailureText.log(arm) + ": "
                            + new FailureText(CommentDetails::message)
                                    .times(error.count(), String.join(" | ", error.lines()))
                            + "</li>\n")
                    .forEach(items::add);
        }
        return items.isEmpty()
                ? Optional.empty()
                : Optional.of(new Part(FailureText.TITLE, "<ul>\n" + String.join("", items) + "</ul>\n"));
    }

    private Optional<Part> diagnosis() {
        Set<Result.Diagnosis> causes = result.judged().worstFirst().stream()
                .flatMap(finding -> Stream.ofNullable(finding.cause().diagnosis()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (causes.size() <= 1) { // the first lines tell it
            return Optional.empty();
        }
        String items = causes.stream()
                .limit(MOST_OTHERS)
                .map(cause -> "<li>" + code(cause.id()) + ": " + message(cause.evidence()) + "<br>"
                        + message(cause.remedy()) + "</li>\n")
                .collect(Collectors.joining());
        return Optional.of(new Part("Diagnosis", list(items, causes.size(), "cause")));
    }

    /** Pairs that do not count, and what growth would have been seen. */
    private Optional<Part> pairs() {
        List<Result.Pair> pairs = Values.orEmpty(result.compared().pairs());
        if (pairs.isEmpty()) {
            return Optional.empty();
        }
        List<String> items = new ArrayList<>();
        pairs.stream()
                .filter(pair -> pair.invalid() != null)
                .map(pair -> "<li>pair " + pair.number() + " does not count: " + message(because(pair)) + "</li>\n")
                .forEach(items::add);
        result.compared().detectableRatios().entrySet().stream()
                .filter(entry -> entry.getValue() > 0 && !Numbers.isBoundless(entry.getValue()))
                .map(entry -> "<li>a growth of " + Numbers.percent(entry.getValue()) + " in " + code(entry.getKey())
                        + " would have been seen nine times in ten</li>\n")
                .forEach(items::add);
        String title = Names.plural(pairs.size(), "pair") + ", and what they could have seen";
        String shown = items.stream().limit(4L * MOST_OTHERS).collect(Collectors.joining());
        String text = items.size() > 4 * MOST_OTHERS
                ? shown + more(items.size() - 4 * MOST_OTHERS, "line")
                : items.isEmpty() ? "<li>too few to say what growth would have been seen</li>\n" : shown;
        return Optional.of(new Part(title, "<ul>\n" + text + "</ul>\n"));
    }

    private static String because(Result.Pair pair) {
        return pair.invalid() == null ? "" : pair.invalid();
    }

    private Optional<Part> methods() {
        boolean compared = result.head().verdict() != Verdict.PASS
                && !result.profiled().grown().isEmpty();
        List<Result.Method> methods =
                compared ? result.profiled().grown() : result.profiled().hottest();
        if (methods.isEmpty()) {
            return Optional.empty();
        }
        String rows = methods.stream()
                .limit(MOST_OTHERS)
                .map(method -> "<tr><td>" + code(method.frame()) + "</td><td>" + cost(method.selfChange(), true)
                        + "</td><td>" + cost(method.selfPerRequest(), false) + "</td><td>"
                        + (method.selfShare() == null
                                ? ""
                                : Numbers.percent(method.selfShare().doubleValue())) + "</td></tr>\n")
                .collect(Collectors.joining());
        return Optional.of(new Part(
                compared ? "Methods that grew most" : "Hottest methods",
                "<table>\n<thead><tr><th>Method</th><th>Change per request</th><th>Own CPU per request</th>"
                        + "<th>Share of all</th></tr></thead>\n<tbody>\n" + rows + "</tbody>\n</table>\n"));
    }

    private static String cost(@Nullable BigDecimal millis, boolean signed) {
        Double seconds = Values.inBase(millis, Unit.MILLISECONDS);
        if (seconds == null) {
            return "";
        }
        return signed ? Numbers.change(seconds, Unit.MILLISECONDS) : Numbers.quantity(seconds, Unit.MILLISECONDS);
    }

    private static String list(String items, int all, String noun) {
        return "<ul>\n" + items + (all > MOST_OTHERS ? more(all - MOST_OTHERS, noun) : "") + "</ul>\n";
    }

    private static String more(int count, String noun) {
        return "<li>" + Names.plural(count, noun) + " more in the full report</li>\n";
    }

    private static String code(String text) {
        return Escapes.code(Names.cut(text, LONGEST_NAME));
    }

    private static String message(String text) {
        return Escapes.code(Names.cut(text, LONGEST_MESSAGE));
    }
}
