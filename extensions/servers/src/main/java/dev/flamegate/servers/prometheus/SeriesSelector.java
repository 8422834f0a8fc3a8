package dev.flamegate.servers.prometheus;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Selects the series of the service among a server's series.
 *
 * @param matchers as PromQL has them between braces, such as {@code service="shop",pod=~"shop-.*"}; at least one
 */
public record SeriesSelector(String matchers) {
    private static final String VALUE = "(\"(?:[^\"\\\\]|\\\\.)*+\"|'(?:[^'\\\\]|\\\\.)*+'|`[^`]*`)";
    private static final String MATCHER = "\\s*[a-zA-Z_][a-zA-Z0-9_]*\\s*(=~|!~|!=|=)\\s*" + VALUE + "\\s*";

    public SeriesSelector {
        matchers = matchers.strip();
        if (matchers.startsWith("{") && matchers.endsWith("}")) {
            matchers = matchers.substring(1, matchers.length() - 1).strip();
        }
        if (matchers.endsWith(",")) {
            matchers = matchers.substring(0, matchers.length() - 1).strip();
        }
        if (!matchers.matches(MATCHER + "(?:," + MATCHER + ")*+")) {
            throw new IllegalArgumentException("`" + matchers
                    + "`: a selector is a list of label matchers, such as service=\"shop\",pod=~\"shop-.*\"");
        }
    }

    /** Selects by the exact values of labels. */
    public static SeriesSelector of(Map<String, String> labels) {
        return new SeriesSelector(new TreeMap<>(labels)
                .entrySet().stream()
                        .map(label -> label.getKey() + "=\""
                                + label.getValue()
                                        .replace("\\", "\\\\")
                                        .replace("\"", "\\\"")
                                        .replace("\n", "\\n")
                                + "\"")
                        .collect(Collectors.joining(",")));
    }

    SeriesSelector and(String matcher) {
        return new SeriesSelector(matchers + "," + matcher);
    }

    @Override
    public String toString() {
        return "{" + matchers + "}";
    }
}
