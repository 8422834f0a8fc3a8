package dev.flamegate.plan.yaml;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A plan or rule files that cannot be used, with every problem found in them. The message is the text for people: each
 * problem with its position, the line it is on, the two before it, a caret and the suggestion.
 */
public final class PlanProblems extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int LINES_BEFORE = 2;

    /** The number of characters shown on either side of the caret in a longer line. */
    private static final int REACH = 70;

    private final transient List<Problem> problems;

    /**
     * @param problems at least one, in the order of the files
     * @param sources the files they are in, for the lines shown
     */
    PlanProblems(List<Problem> problems, List<Source> sources) {
        super(text(problems, sources), null, false, false);
        this.problems = List.copyOf(problems);
    }

    /** All problems, in the order of the files and of their lines. */
    public List<Problem> problems() {
        return problems;
    }

    /**
     * One mistake in a plan or rule file.
     *
     * @param source name of the file, or the option that holds the mistake
     * @param line from 1
     * @param column from 1, in characters (code points); at most one beyond the end of the line
     * @param message what is wrong, one sentence without the full stop
     * @param suggestion what was probably meant, to be written in place of what is there; {@code null} for none
     */
    public record Problem(
            String source,
            int line,
            int column,
            String message,
            @Nullable String suggestion) {
        public Problem {
            if (line < 1 || column < 1) {
                throw new IllegalArgumentException(line + ":" + column + ": lines and columns are counted from 1");
            }
        }
    }

    private static String text(List<Problem> problems, List<Source> sources) {
        Map<String, List<String>> lines = new HashMap<>();
        sources.forEach(source -> lines.put(source.name(), source.lines()));
        return problems.stream()
                .map(problem -> text(problem, lines.getOrDefault(problem.source(), List.of())))
                .collect(Collectors.joining("\n"));
    }

    private static String text(Problem problem, List<String> lines) {
        StringBuilder text = new StringBuilder();
        text.append(problem.source()).append(':').append(problem.line());
        text.append(':').append(problem.column()).append(": ").append(problem.message());
        text.append('\n');
        if (problem.line() > lines.size()) {
            return text.append(hint(problem, "  ")).toString();
        }
        int width = Integer.toString(problem.line()).length();
        int from = Math.max(0, problem.column() - 1 - REACH);
        for (int line = Math.max(1, problem.line() - LINES_BEFORE); line <= problem.line(); line++) {
            String number = " ".repeat(width - Integer.toString(line).length()) + line;
            String shown = part(lines.get(line - 1), from);
            text.append(("  " + number + " | " + shown).stripTrailing()).append('\n');
        }
        int indent = problem.column() - 1 - from + (from > 0 ? 1 : 0);
        text.append("  ").append(" ".repeat(width)).append(" | ").append(" ".repeat(indent));
        text.append('^').append(hint(problem, " "));
        return text.append('\n').toString();
    }

    private static String hint(Problem problem, String before) {
        return problem.suggestion() == null ? "" : before + "did you mean `" + problem.suggestion() + "`?";
    }

    /**
     * The characters around the caret; control characters and tabs become one space each, so that the caret lines up.
     */
    private static String part(String line, int from) {
        int start = after(line, 0, from);
        int end = after(line, start, 2 * REACH);
        String shown = line.substring(start, end)
                .codePoints()
                .map(point -> Character.isISOControl(point) ? ' ' : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return (from > 0 ? "…" : "") + shown + (end < line.length() ? "…" : "");
    }

    /** The offset after that many more code points, or the end of the line. */
    private static int after(String line, int start, int points) {
        int at = start;
        for (int point = 0; point < points && at < line.length(); point++) {
            at += Character.charCount(line.codePointAt(at));
        }
        return at;
    }
}
