package dev.flamegate.init.simulation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds the places in paths where names stand, such as {@code /wiki/Java} and {@code /users/ada/orders}: after the same
 * beginning there are too many rare parts for endpoints.
 */
final class PathNames {
    /** Rare parts after one beginning from which on they are names. */
    static final int MOST_PARTS = 100;

    /** A part is rare if it has less than this share of the requests with the same beginning. */
    private static final double RARE = 0.01;

    private static final int DEEPEST = 10;
    private static final String NAME = "{name}";

    /** The parts that are no names, by the beginning of the path. */
    private final Map<String, Set<String>> kept = new HashMap<>();

    /** Looks for names in more paths, given with their requests. */
    void learn(Map<String, Long> requests) {
        for (int depth = 1; depth <= DEEPEST; depth++) {
            Map<String, Map<String, Long>> parts = new TreeMap<>();
            for (Map.Entry<String, Long> path : requests.entrySet()) {
                String[] segments = folded(path.getKey()).split("/", -1);
                if (segments.length > depth && !segments[depth].startsWith("{")) {
                    parts.computeIfAbsent(beginning(segments, depth), key -> new HashMap<>())
                            .merge(segments[depth], path.getValue(), Long::sum);
                }
            }
            parts.forEach(this::learn);
        }
    }

    private void learn(String beginning, Map<String, Long> parts) {
        long all = parts.values().stream().mapToLong(Long::longValue).sum();
        Set<String> frequent = new HashSet<>();
        parts.forEach((part, requests) -> {
            if (requests >= RARE * all || part.isEmpty()) {
                frequent.add(part);
            }
        });
        if (parts.size() - frequent.size() >= MOST_PARTS) {
            kept.putIfAbsent(beginning, frequent);
        }
    }

    private static String beginning(String[] segments, int depth) {
        StringBuilder beginning = new StringBuilder();
        for (int i = 1; i < depth; i++) {
            beginning.append('/').append(segments[i]);
        }
        return beginning.toString();
    }

    /** A path with {@code {name}} where a name is. */
    String folded(String template) {
        if (kept.isEmpty()) {
            return template;
        }
        StringBuilder folded = new StringBuilder(template.length());
        for (String part : template.substring(1).split("/", -1)) {
            Set<String> others = part.startsWith("{") ? null : kept.get(folded.toString());
            folded.append('/').append(others == null || others.contains(part) ? part : NAME);
        }
        return folded.toString();
    }

    /** The places that were found, such as {@code /wiki/{name}}. */
    SortedSet<String> places() {
        SortedSet<String> places = new TreeSet<>();
        kept.keySet().forEach(beginning -> places.add(beginning + "/" + NAME));
        return places;
    }
}
