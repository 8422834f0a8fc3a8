package dev.flamegate.publish.ci;

import dev.flamegate.format.Escapes;
import dev.flamegate.format.Names;
import dev.flamegate.report.json.CulpritJson;
import dev.flamegate.report.json.Result;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The comment: verdict, what grew by how much, why, where, since which commit and what to do now, then the rest folded
 * away. Everything that comes from the result is in code spans, so no name can format, link, mention, refer or command;
 * no line begins with a name.
 */
final class CommentText {
    private static final int LONGEST_NAME = 200;
    private static final int MOST_PROBLEMS = 3;

    /** The maximum length of the first lines, whatever names they contain. */
    private static final int LEAST = 32 * 1024;

    private final Result result;
    private final CommentLinks links;
    private final List<String> owners;

    private CommentText(Result result, CommentLinks links, List<String> owners) {
        this.result = result;
        this.links = links;
        this.owners = owners;
    }

    /**
     * The Markdown.
     *
     * @param owners of the culprit
     * @param limit maximum number of characters that the forge accepts, at least 32,768; the comment says what was
     * left out
     */
    public static String write(Result result, Marker marker, CommentLinks links, List<String> owners, int limit) {
        if (limit < LEAST) {
            throw new IllegalArgumentException(limit + ": a comment may have at least " + LEAST + " characters");
        }
        CommentText text = new CommentText(result, links, owners);
        String head = marker.text() + "\n" + text.firstLines();
        String foot = text.foot();
        return head + new CommentDetails(result).write(limit - head.length() - foot.length()) + foot;
    }

    private String firstLines() {
        ResultWords words = new ResultWords(result, CommentText::span);
        StringBuilder out = new StringBuilder();
        links.fork().ifPresent(fork -> out.append(fork.markdown()).append("\n\n"));
        out.append("**")
                .append(result.head().verdict().symbol())
                .append(' ')
                .append(result.head().verdict())
                .append("** ")
                .append(span(result.head().service()))
                .append(", ")
                .append(words.subject())
                .append("\n\n");
        out.append(words.sentence()).append(".\n\n");
        result.judged().validity().stream()
                .filter(Result.Problem::invalidates)
                .limit(MOST_PROBLEMS)
                .forEach(problem ->
                        out.append("**Now:** ").append(span(problem.remedy())).append(".\n\n"));
        words.answers()
                .forEach(answer -> out.append("**")
                        .append(answer.question())
                        .append(":** ")
                        .append(answer.text())
                        .append("\n\n"));
        if (!owners.isEmpty()) {
            out.append("**Owned by:** ")
                    .append(owners.stream().map(CommentText::span).collect(Collectors.joining(", ")))
                    .append(".\n\n");
        }
        String pages = links.markdown(result.judged().worstCulprit().map(CulpritJson::model));
        if (!pages.isEmpty()) {
            out.append(pages).append("\n\n");
        }
        if (result.judged().policy() != null) {
            out.append("Note: ").append(span(result.judged().policy())).append("\n\n");
        }
        return out.toString();
    }

    private String foot() {
        List<String> parts = List.of(
                result.candidates().isEmpty()
                        ? (result.compared().arms() != null ? "comparison " : "run ")
                                + Escapes.code(cut(result.head().id()))
                        : "one comparison for each candidate",
                "judged " + Escapes.code(cut(result.head().judged())),
                Escapes.code(cut(result.head().tool())));
        return "<sub>" + String.join(", ", parts) + "</sub>\n";
    }

    private static String span(String name) {
        return Escapes.markdown(cut(name));
    }

    private static String cut(String text) {
        return Names.cut(text, LONGEST_NAME);
    }
}
