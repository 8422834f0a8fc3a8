package dev.flamegate.servers.pyroscope;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Selects the series of one service, by exact values of labels.
 *
 * @param labels in order; dots in names become underscores, as servers store them
 */
public record LabelSelector(Map<String, String> labels) {
    /** The label that every profile has. */
    public static final String SERVICE = "service_name";

    public LabelSelector {
        Map<String, String> copy = new LinkedHashMap<>();
        labels.forEach((name, value) -> copy.put(kept(name), value));
        labels = Collections.unmodifiableMap(copy);
    }

    public static LabelSelector service(String service) {
        return new LabelSelector(Map.of(SERVICE, service));
    }

    /** This selector narrowed to profiles that also have this label. */
    public LabelSelector and(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(labels);
        more.put(kept(name), value);
        return new LabelSelector(more);
    }

    /** The service; empty when the selector does not name one. */
    public String service() {
        return labels.getOrDefault(SERVICE, "");
    }

    /** The selector as in queries: {@code {service_name="sample",arm="baseline"}}. */
    @Override
    public String toString() {
        return labels.entrySet().stream()
                .map(label -> label.getKey() + "=\"" + escaped(label.getValue()) + '"')
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String kept(String name) {
        String kept = name.replace('.', '_');
        if (!kept.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw new IllegalArgumentException(name + ": a label's name has letters, digits, . and _");
        }
        return kept;
    }

    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
