package dev.flamegate.collect.prometheus;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the text format 0.0.4 and OpenMetrics, which differ in little that matters here: OpenMetrics names a counter's
 * family without {@code _total}, appends exemplars after {@code #}, and ends with {@code # EOF}.
 */
final class TextExposition {
    private final Map<String, String> types = new HashMap<>();
    private final FamilyAssembly families = new FamilyAssembly(types);

    private TextExposition() {}

    /**
     * Reads a whole exposition.
     *
     * @throws IllegalArgumentException with the line that cannot be read
     */
    static List<Family> read(String body) {
        TextExposition exposition = new TextExposition();
        int number = 0;
        for (String line : body.lines().toList()) {
            number++;
            try {
                exposition.line(line.strip());
            } catch (RuntimeException e) {
                throw new IllegalArgumentException("line " + number + " is no sample: " + shown(line), e);
            }
        }
        return exposition.families.build();
    }

    private static String shown(String line) {
        return line.length() > 120 ? line.substring(0, 120) + "..." : line;
    }

    private void line(String line) {
        if (line.startsWith("# TYPE ")) {
            String[] words = line.split("\\s+", 4);
            types.put(words[2], words[3].strip());
        } else if (!line.isEmpty() && !line.startsWith("#")) {
            families.add(SampleLine.of(line));
        }
    }
}
