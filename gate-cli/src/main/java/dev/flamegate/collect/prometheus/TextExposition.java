package dev.flamegate.collect.prometheus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the text format 0.0.4 and OpenMetrics, which differ in little that matters here: OpenMetrics names a counter's
 * family without {@code _total}, appends exemplars after {@code #}, and ends with {@code # EOF}.
 */
final class TextExposition {
    private final Map<String, String> types = new HashMap<>();
    private final Map<String, FamilyBuilder> families = new LinkedHashMap<>();

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
        List<Family> read = new ArrayList<>();
        exposition.families.values().forEach(family -> read.add(family.build()));
        return read;
    }

    private static String shown(String line) {
        return line.length() > 120 ? line.substring(0, 120) + "..." : line;
    }

    private void line(String line) {
        if (line.startsWith("# TYPE ")) {
            String[] words = line.split("\\s+", 4);
            types.put(words[2], words[3].strip());
        } else if (!line.isEmpty() && !line.startsWith("#")) {
            sample(SampleLine.of(line));
        }
    }

    private void sample(SampleLine sample) {
        String name = sample.name();
        for (String suffix : List.of("_bucket", "_count", "_sum", "_created", "_gcount", "_gsum")) {
            String family = name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : "";
            String type = types.getOrDefault(family, "");
            if (type.equals("histogram") || type.equals("summary")) {
                builder(family, type).addPart(suffix, sample);
                return;
            }
            if (suffix.equals("_created") && types.containsKey(family)) {
                return; // when a counter began: no level and no count
            }
        }
        String base = name.endsWith("_total") ? name.substring(0, name.length() - "_total".length()) : name;
        String type = types.getOrDefault(name, types.getOrDefault(base, "unknown"));
        if (type.equals("summary")) {
            return; // quantiles of the target's whole life
        }
        builder(name, type).addValue(sample);
    }

    private FamilyBuilder builder(String name, String type) {
        return families.computeIfAbsent(name, key -> new FamilyBuilder(name, type));
    }
}
