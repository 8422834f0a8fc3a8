package dev.flamegate.collect.prometheus;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the text format 0.0.4 and OpenMetrics, which differ in little that matters here: OpenMetrics names a counter's
 * family without {@code _total}, appends exemplars after {@code #}, and ends with {@code # EOF}.
 */
public final class TextExposition {
    private static final int SHOWN = 120;

    private final Map<String, String> types = new HashMap<>();
    private final ScrapeBuilder scrape = new ScrapeBuilder(types);

    private TextExposition() {}

    /**
     * Reads a whole exposition.
     *
     * @throws IllegalArgumentException with the line that cannot be read
     */
    public static Scrape read(String body, Instant at) {
        TextExposition exposition = new TextExposition();
        int number = 0;
        for (String line : body.lines().toList()) {
            number++;
            try {
                exposition.line(line.strip());
            } catch (RuntimeException e) {
                throw new IllegalArgumentException("line " + number + " is not a sample: " + shown(line), e);
            }
        }
        return exposition.scrape.build(at);
    }

    private static String shown(String line) {
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
    }

    private void line(String line) {
        if (line.startsWith("# TYPE ")) {
            String[] words = line.split("\\s+", 4);
            types.put(words[2], words[3].strip());
        } else if (!line.isEmpty() && !line.startsWith("#")) {
            new SampleLine(line).addTo(scrape);
        }
    }

    /**
     * One line with a sample, {@code name{label="value",...} number}, and how far it has been read; a time or an
     * exemplar may follow the number.
     */
    private static final class SampleLine {
        private final String line;
        private int at;

        SampleLine(String line) {
            this.line = line;
        }

        /** Throws any {@link RuntimeException} when the line is not a sample. */
        void addTo(ScrapeBuilder scrape) {
            String name = word("{");
            skipSpaces();
            Map<String, String> labels = line.charAt(at) == '{' ? labels() : new HashMap<>();
            // A name beyond the classic alphabet stands in quotes before the labels.
            String quoted = labels.remove("");
            String known = quoted == null ? name : quoted;
            if (known.isEmpty()) {
                throw new IllegalArgumentException("a sample has a name");
            }
            skipSpaces();
            scrape.add(known, new SeriesLabels(labels), Sample.number(word("")));
        }

        private Map<String, String> labels() {
            Map<String, String> labels = new HashMap<>();
            at++;
            skipSpaces();
            while (line.charAt(at) != '}') {
                String name = line.charAt(at) == '"' ? quoted() : word("=,}");
                skipSpaces();
                if (line.charAt(at) == '=') {
                    at++;
                    skipSpaces();
                    labels.put(name, quoted());
                } else {
                    labels.put("", name);
                }
                skipSpaces();
                if (line.charAt(at) == ',') {
                    at++;
                    skipSpaces();
                }
            }
            at++;
            return labels;
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

        private void skipSpaces() {
            while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
                at++;
            }
        }
    }
}
