package dev.flamegate.ci;

import dev.flamegate.ci.Result.FoundBy;
import dev.flamegate.ci.Result.Unsound;
import dev.flamegate.model.Outcome;
import dev.flamegate.model.Verdict;
import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.format.Outcomes;
import dev.flamegate.report.markdown.Code;
import dev.flamegate.report.text.CauseText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The comment: three lines (verdict, what grew by how much, which method), then the rest folded away. Everything that
 * comes from the result stands in code, so that no name can format, link, mention, refer or command; no line begins
 * with what a name says.
 */
public final class CommentText {
    private static final int LONGEST_NAME = 200;

    /** The first lines have less, whatever the names in them. */
    private static final int LEAST = 32 * 1024;

    private final Result result;
    private final CommentLinks links;

    private CommentText(Result result, CommentLinks links) {
        this.result = result;
        this.links = links;
    }

    /**
     * The Markdown.
     *
     * @param limit most characters that the forge takes, at least 32,768; what had to be left out is said
     */
    public static String write(Result result, Marker marker, CommentLinks links, int limit) {
        if (limit < LEAST) {
            throw new IllegalArgumentException(limit + ": a comment may have at least " + LEAST + " characters");
        }
        CommentText text = new CommentText(result, links);
        String head = marker.text() + "\n" + text.firstLines();
        String foot = text.foot();
        return head + new CommentDetails(result).write(limit - head.length() - foot.length()) + foot;
    }

    private String firstLines() {
        StringBuilder out = new StringBuilder();
        out.append("**")
                .append(Outcomes.symbol(result.verdict()))
                .append(' ')
                .append(result.verdict())
                .append("** ")
                .append(span(result.service()))
                .append(", ")
                .append(subject())
                .append("\n\n")
                .append(basis())
                .append(".\n\n");
        String line = String.join(
                " · ",
                Stream.of(method(), links.markdown(result.culprit()))
                        .filter(part -> !part.isEmpty())
                        .toList());
        return line.isEmpty() ? out.toString() : out.append(line).append("\n\n").toString();
    }

    private String subject() {
        return result.arms()
                .map(arms -> "baseline " + span(arms.baseline()) + " against candidate " + span(arms.candidate()) + ", "
                        + pairs())
                .orElseGet(() -> "run " + span(result.id()));
    }

    private String pairs() {
        long valid = result.validPairs();
        String all = Names.plural(result.pairs().size(), "pair");
        return valid == result.pairs().size()
                ? all
                : all + " of which " + Numbers.count(valid) + (valid == 1 ? " counts" : " count");
    }

    /** What the verdict rests on. */
    private String basis() {
        if (result.verdict() == Verdict.INVALID) {
            return unsound();
        }
        return switch (result.verdict()) {
            case FAIL -> worst(Outcome.FAIL, "is broken", "are broken");
            case WARN -> worst(Outcome.WARN, "warns", "warn");
            case INCONCLUSIVE -> worst(Outcome.INCONCLUSIVE, "is undecided", "are undecided");
            default -> held();
        };
    }

    private String unsound() {
        List<Unsound> problems =
                result.validity().stream().filter(Unsound::invalidates).toList();
        if (problems.isEmpty()) {
            return worst(Outcome.INVALID, "is invalid", "are invalid");
        }
        String more = problems.size() == 1 ? "" : " (and " + (problems.size() - 1) + " more)";
        return "The measurement is unsound: " + span(problems.get(0).message()) + more;
    }

    private String worst(Outcome outcome, String one, String many) {
        Optional<FoundBy> worst = result.findings().stream()
                .filter(finding -> finding.outcome() == outcome)
                .findFirst();
        long count = result.count(outcome);
        return worst.map(finding -> brief(finding) + "; " + Numbers.count(count) + " of "
                        + Names.plural(result.findings().size(), "criterion", "criteria") + " "
                        + (count == 1 ? one : many))
                .orElse("No single finding explains the verdict");
    }

    private String held() {
        long held = result.count(Outcome.PASS);
        long others = result.findings().size() - held;
        return Names.plural(held, "criterion", "criteria")
                + (held == 1 ? " holds" : " hold")
                + (others == 0 ? "" : "; " + Numbers.count(others) + " recorded, ignored, accepted or skipped");
    }

    private static String brief(FoundBy finding) {
        String part = Names.selector(finding.selector());
        String subject = span(finding.indicator() + (part.isEmpty() ? "" : " of " + part));
        if (finding.value() == null) {
            return subject + " could not be measured";
        }
        String now = Numbers.quantity(finding.value(), finding.unit());
        String limit = " (limit: " + span(finding.criterion()) + ")";
        Double growth = finding.growth();
        if (growth == null) {
            return subject + " is " + now + limit;
        }
        return subject + (growth < 0 ? " fell by " : " grew by ") + Numbers.percent(Math.abs(growth))
                + (finding.isOfWhole() ? " of the baseline's whole" : "") + " to " + now + limit;
    }

    /** The culprit of the worst finding that has one, or why there is none; empty where no cause was looked for. */
    private String method() {
        CauseText causes = new CauseText(CommentText::span);
        return result.culprit()
                .map(causes::culprit)
                .or(() -> result.findings().stream()
                        .flatMap(finding -> Stream.ofNullable(finding.noCulprit()))
                        .findFirst()
                        .map(because -> "no culprit stands out: " + span(because)))
                .orElse("");
    }

    private String foot() {
        List<String> parts = List.of(
                (result.arms().isPresent() ? "comparison " : "run ") + Code.html(cut(result.id())),
                "judged " + Code.html(cut(result.judged())),
                Code.html(cut(result.tool())));
        return "<sub>" + String.join(", ", parts) + "</sub>\n";
    }

    private static String span(String name) {
        return Code.span(cut(name));
    }

    private static String cut(String text) {
        return Names.cut(text, LONGEST_NAME);
    }
}
