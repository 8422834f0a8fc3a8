package dev.flamegate.report.formats;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads OpenMetrics 1.0 text by the letter of its grammar, for gauges; anything else is an error. */
public final class StrictOpenMetrics {
    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final Pattern TYPE = Pattern.compile("# TYPE (" + NAME + ") gauge");
    private static final Pattern HELP = Pattern.compile("# HELP (" + NAME + ") ((?:[^\\\\\\n]|\\\\[\\\\n\"])*+)");
    private static final Pattern SAMPLE = Pattern.compile("(" + NAME + ")\\{(.*)\\} (-?\\d+(?:\\.\\d+)?)");
    private static final Pattern LABEL =
            Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\\n]++|\\\\[\\\\n\"])*+)\"(,(?!$)|$)");

    private StrictOpenMetrics() {}

    /** One sample. */
    public record Sample(String name, Map<String, String> labels, double value) {}

    /** All samples by name and labels as written. */
    public static Map<String, Sample> read(byte[] bytes) throws CharacterCodingException {
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
        if (!text.endsWith("# EOF\n") || text.lines().filter("# EOF"::equals).count() != 1) {
            throw new IllegalArgumentException("the end is not # EOF, once, with its line feed");
        }
        Map<String, Sample> samples = new LinkedHashMap<>();
        Set<String> families = new HashSet<>();
        String family = "";
        for (String line : text.substring(0, text.length() - 6).split("\n")) {
            Matcher typed = TYPE.matcher(line);
            Matcher help = HELP.matcher(line);
            Matcher sample = SAMPLE.matcher(line);
            if (typed.matches()) {
                family = typed.group(1);
                check(families.add(family), line, "a family twice or torn apart");
            } else if (help.matches()) {
                check(help.group(1).equals(family), line, "help of another family");
            } else if (sample.matches()) {
                check(sample.group(1).equals(family), line, "a sample of another family");
                Sample read = new Sample(family, labels(sample.group(2), line), Double.parseDouble(sample.group(3)));
                check(samples.put(family + read.labels(), read) == null, line, "a sample twice");
            } else {
                throw new IllegalArgumentException(line);
            }
        }
        return samples;
    }

    private static Map<String, String> labels(String text, String line) {
        Map<String, String> labels = new LinkedHashMap<>();
        Matcher label = LABEL.matcher(text);
        int at = 0;
        while (at < text.length()) {
            check(label.find(at) && label.start() == at, line, "no label at " + at);
            String value =
                    label.group(2).replace("\\\"", "\"").replace("\\n", "\n").replace("\\\\", "\\");
            check(labels.put(label.group(1), value) == null, line, "a label twice");
            at = label.end();
        }
        return labels;
    }

    private static void check(boolean holds, String line, String what) {
        if (!holds) {
            throw new IllegalArgumentException(what + ": " + line);
        }
    }
}
