package dev.flamegate.plan.yaml;

import java.util.List;
import java.util.Objects;

/**
 * The text of a plan or rule file.
 *
 * @param name for messages: the path as given, or the option it came from
 * @param text the whole content; a byte order mark at its start is dropped
 */
public record Source(String name, String text) {
    public Source {
        Objects.requireNonNull(name, "name");
        text = text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /** The lines without their ends; at least one, and an empty one after a final line end. */
    public List<String> lines() {
        return List.of(text.split("\r\n|\n|\r", -1));
    }

    /** One line without its end. */
    String line(int number) {
        int start = 0;
        for (int line = 1; line < number; line++) {
            start = afterEnd(endOfLine(start));
        }
        return text.substring(start, endOfLine(start));
    }

    private int endOfLine(int from) {
        int feed = text.indexOf('\n', from);
        int end = feed < 0 ? text.length() : feed;
        for (int at = from; at < end; at++) {
            if (text.charAt(at) == '\r') {
                return at;
            }
        }
        return end;
    }

    private int afterEnd(int end) {
        return end + (text.startsWith("\r\n", end) ? 2 : 1);
    }

    /**
     * A position in a file.
     *
     * @param line from 1
     * @param column from 1, in code points
     */
    public record Position(Source source, int line, int column) {
        /** The position in the form used by messages: {@code rules/service.yaml:7}. */
        public String text() {
            return source.name() + ":" + line;
        }
    }
}
