package dev.flamegate.collect.prometheus;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The labels of one time series, by name.
 *
 * @param values by label name, sorted
 */
record Labels(Map<String, String> values) {
    Labels {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** Without one of them. */
    Labels without(String name) {
        Map<String, String> rest = new TreeMap<>(values);
        rest.remove(name);
        return new Labels(rest);
    }

    /** As an exposition writes them: {@code {a="b",c="d"}}; empty without labels. */
    String text() {
        StringBuilder text = new StringBuilder();
        values.forEach((name, value) -> text.append(text.length() == 0 ? "{" : ",")
                .append(name)
                .append("=\"")
                .append(value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
                .append('"'));
        return text.length() == 0 ? "" : text.append('}').toString();
    }
}
