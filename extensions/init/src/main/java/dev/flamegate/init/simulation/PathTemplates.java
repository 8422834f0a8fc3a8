package dev.flamegate.init.simulation;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Turns paths, parameters and statuses of a document into those of requests. */
final class PathTemplates {
    private static final List<Integer> WRITTEN = List.of(200, 201, 202, 204);

    private PathTemplates() {}

    /** A path with its {@code {parameters}}, in characters of a URI; Gatling evaluates nothing in it. */
    static String name(String template) {
        StringBuilder name = new StringBuilder();
        int at = 0;
        for (int open = template.indexOf('{'); open >= 0; open = template.indexOf('{', at)) {
            int close = template.indexOf('}', open);
            if (close < 0) {
                break;
            }
            name.append(RequestTarget.encoded(template.substring(at, open)).replace("$", "%24"));
            String parameter = template.substring(open + 1, close).replaceAll("[^A-Za-z0-9_.-]", "_");
            name.append('{').append(parameter).append('}');
            at = close + 1;
        }
        return name + RequestTarget.encoded(template.substring(at)).replace("$", "%24");
    }

    /** The lowest documented status of success; the usual ones if the document has no such status. */
    static SortedSet<Integer> statuses(String method, Map<String, Object> responses) {
        SortedSet<Integer> lowest = new TreeSet<>(responses.keySet().stream()
                .filter(status -> status.matches("[23]\\d\\d"))
                .map(Integer::valueOf)
                .sorted()
                .limit(1)
                .toList());
        if (!lowest.isEmpty()) {
            return lowest;
        }
        return new TreeSet<>(method.equals("GET") || method.equals("HEAD") ? List.of(200) : WRITTEN);
    }

    /** Writes a value as in a path or a query: lists with commas, objects as JSON. */
    static String written(Object value) {
        if (value instanceof List<?> list) {
            return new ArrayList<>(list).stream().map(PathTemplates::written).collect(Collectors.joining(","));
        }
        return value instanceof Map ? Json.text(value) : value.toString();
    }

    /** A value or a name in a part of a URI. */
    static String component(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%2C", ",");
    }
}
