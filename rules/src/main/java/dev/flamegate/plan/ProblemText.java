package dev.flamegate.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes problems for people: position, two lines before, the line, a caret and the suggestion. */
final class ProblemText {
    private static final int LINES_BEFORE = 2;

    /** Longer lines are shown in part: this many characters to both sides of the caret. */
    private static final int REACH = 70;

    private ProblemText() {}

    static String of(List<Problem> problems, List<Source> sources) {
        Map<String, List<String>> lines = new HashMap<>();
        sources.forEach(source -> lines.put(source.name(), source.lines()));
        return problems.stream()
                .map(problem -> of(problem, lines.getOrDefault(problem.source(), List.of())))
                .collect(Collectors.joining("\n"));
    }

    private static String of(Problem problem, List<String> lines) {
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

    /** The characters around the caret; control characters and tabs as one blank each, so that the caret fits. */
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

    /** The offset so many code points later, or the end of the line. */
    private static int after(String line, int start, int points) {
        int at = start;
        for (int point = 0; point < points && at < line.length(); point++) {
            at += Character.charCount(line.codePointAt(at));
        }
        return at;
    }
}
