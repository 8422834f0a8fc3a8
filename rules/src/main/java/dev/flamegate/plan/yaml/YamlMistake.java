package dev.flamegate.plan.yaml;

import dev.flamegate.plan.yaml.Source.Position;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** The meaning of a YAML parser's complaint for the author of a plan or a rule. */
record YamlMistake(Position at, String message, @Nullable String suggestion) {
    void addTo(Problems problems) {
        problems.add(at, message, suggestion);
    }

    static YamlMistake of(YamlEngineException mistake, Source source, String text) {
        if (mistake instanceof ReaderException reader) {
            int end = text.offsetByCodePoints(0, Math.min(reader.getPosition(), text.codePointCount(0, text.length())));
            return notAllowed(reader.getCodePoint(), source, text.substring(0, end));
        }
        if (mistake instanceof MarkedYamlEngineException marked) {
            Optional<Mark> mark = marked.getProblemMark().or(marked::getContextMark);
            if (mark.isPresent()) {
                return of(marked, source, text, mark.get());
            }
        }
        return new YamlMistake(new Position(source, 1, 1), "not valid YAML: " + firstLine(mistake), null);
    }

    private static YamlMistake of(MarkedYamlEngineException mistake, Source source, String text, Mark mark) {
        List<String> lines = new Source(source.name(), text).lines();
        String line = mark.getLine() < lines.size() ? lines.get(mark.getLine()) : "";
        Position at = new Position(source, mark.getLine() + 1, mark.getColumn() + 1);
        String problem = mistake.getProblem();
        if (indentedByTab(line) || problem.contains("TAB")) {
            int tab = Math.max(0, line.indexOf('\t'));
            Position place = new Position(source, at.line(), line.codePointCount(0, tab) + 1);
            return new YamlMistake(place, "a tab: YAML may be indented with spaces only", null);
        }
        int folded = foldedMark(line, mark.getColumn());
        if (folded >= 0) {
            Position place = new Position(source, at.line(), line.codePointCount(0, folded) + 1);
            return new YamlMistake(
                    place, "quote a value that begins with `>`: YAML reads it as folded text", quoted(line, folded));
        }
        if (problem.contains("cannot start any token")) {
            return new YamlMistake(at, "quote a value that begins with " + character(line, mark.getColumn()), null);
        }
        if (problem.contains("expected ','") && line.startsWith("{", mark.getColumn())) {
            return new YamlMistake(
                    at, "quote a value with `{` in it: within brackets YAML reads a brace as a mapping", null);
        }
        if (problem.contains("mapping values are not allowed")) {
            return new YamlMistake(
                    at, "a `:` in the wrong place: check the indentation, or quote the value it belongs to", null);
        }
        if (problem.contains("expected <block end>") || problem.contains("could not find expected ':'")) {
            return new YamlMistake(
                    at, "this does not match the lines before it: check their quotes, colons and indentation", null);
        }
        return new YamlMistake(at, "not valid YAML: " + problem, null);
    }

    /** Place of a {@code >} that begins a value at or before {@code column}, or -1. */
    private static int foldedMark(String line, int column) {
        int place = line.lastIndexOf('>', Math.min(column, line.length()));
        while (place > 0 && line.charAt(place - 1) == '>') {
            place--;
        }
        if (place < 0) {
            return -1;
        }
        String before = line.substring(0, place).stripTrailing();
        boolean beginsValue =
                before.endsWith(":") || before.endsWith("-") || before.endsWith("[") || before.endsWith(",");
        return beginsValue ? place : -1;
    }

    private static String quoted(String line, int from) {
        int end = from;
        while (end < line.length() && ",]}#".indexOf(line.charAt(end)) < 0) {
            end++;
        }
        return '"' + line.substring(from, end).strip() + '"';
    }

    private static boolean indentedByTab(String line) {
        int content = 0;
        while (content < line.length() && Character.isWhitespace(line.charAt(content))) {
            content++;
        }
        return line.substring(0, content).indexOf('\t') >= 0;
    }

    private static String character(String line, int column) {
        return column < line.length() ? "`" + line.charAt(column) + "`" : "such a character";
    }

    /** A character that YAML does not allow, which follows the text {@code before}. */
    static YamlMistake notAllowed(int codePoint, Source source, String before) {
        List<String> lines = new Source("", before).lines();
        String last = lines.get(lines.size() - 1);
        Position at = new Position(source, lines.size(), last.codePointCount(0, last.length()) + 1);
        String character = String.format(Locale.ROOT, "U+%04X", codePoint);
        return new YamlMistake(at, "the character " + character + " is not allowed in YAML", null);
    }

    /** Place of a surrogate without its other half, at which the YAML scanner breaks, or -1. */
    static int halfCharacter(String text) {
        for (int at = 0; at < text.length(); at++) {
            if (Character.isSurrogate(text.charAt(at))) {
                if (Character.charCount(text.codePointAt(at)) == 1) {
                    return at;
                }
                at++;
            }
        }
        return -1;
    }

    private static String firstLine(YamlEngineException mistake) {
        return String.valueOf(mistake.getMessage()).lines().findFirst().orElse("unreadable");
    }
}
