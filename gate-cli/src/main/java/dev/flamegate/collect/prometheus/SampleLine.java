package dev.flamegate.collect.prometheus;

import java.util.HashMap;
import java.util.Map;

/**
 * One line of a text exposition: {@code name{label="value",...} number}; a time or an exemplar may follow.
 *
 * @param value may be NaN or infinite
 */
record SampleLine(String name, Labels labels, double value) {
    /**
     * Reads a line.
     *
     * @throws RuntimeException when it is no sample
     */
    static SampleLine of(String line) {
        return new Cursor(line).read();
    }

    static double number(String text) {
        return switch (text) {
            case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }

    /** A place in a line. */
    private static final class Cursor {
        private final String line;
        private int at;

        Cursor(String line) {
            this.line = line;
        }

        SampleLine read() {
            String name = word("{");
            Map<String, String> labels = new HashMap<>();
            blanks();
            if (line.charAt(at) == '{') {
                at++;
                labels(labels);
            }
            // A name beyond the classic alphabet stands in quotes before the labels.
            String quoted = labels.remove("");
            String known = quoted == null ? name : quoted;
            if (known.isEmpty()) {
                throw new IllegalArgumentException("a sample has a name");
            }
            blanks();
            return new SampleLine(known, new Labels(labels), number(word("")));
        }

        private void labels(Map<String, String> labels) {
            blanks();
            while (line.charAt(at) != '}') {
                String name = line.charAt(at) == '"' ? quoted() : word("=,}");
                blanks();
                if (line.charAt(at) == '=') {
                    at++;
                    blanks();
                    labels.put(name, quoted());
                } else {
                    labels.put("", name);
                }
                blanks();
                if (line.charAt(at) == ',') {
                    at++;
                    blanks();
                }
            }
            at++;
        }

        private String quoted() {
            if (line.charAt(at++) != '"') {
                throw new IllegalArgumentException("a label's value is in quotes");
            }
            StringBuilder text = new StringBuilder();
            for (char c = line.charAt(at++); c != '"'; c = line.charAt(at++)) {
                char escaped = c == '\\' ? line.charAt(at++) : 0;
                text.append(escaped == 0 ? c : escaped == 'n' ? '\n' : escaped);
            }
            return text.toString();
        }

        private String word(String ends) {
            int start = at;
            while (at < line.length()
                    && !Character.isWhitespace(line.charAt(at))
                    && ends.indexOf(line.charAt(at)) < 0) {
                at++;
            }
            return line.substring(start, at);
        }

        private void blanks() {
            while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
                at++;
            }
        }
    }
}
