package dev.flamegate.site;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A flowchart as the pages write it in Mermaid: {@code flowchart TD}, then lines of nodes with arrows between them,
 * {@code a --> b[With a label] --> c}. Nothing else of Mermaid is read, so that no picture leaves out what a line says.
 *
 * @param labels of the nodes by their names, in the order of their first mention
 * @param arrows each once, in the order of the lines
 */
record Flowchart(Map<String, String> labels, List<Arrow> arrows) {
    private static final Pattern HEADING = Pattern.compile("flowchart (?:TD|TB)");
    private static final Pattern NODE = Pattern.compile("([A-Za-z][A-Za-z0-9_.]*)(?:\\[([^\\[\\]\"]+)])?");
    private static final Pattern ARROW = Pattern.compile("\\s+-->\\s+");

    /** From one node to another, by their names. */
    record Arrow(String from, String to) {}

    Flowchart {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
        arrows = List.copyOf(arrows);
    }

    /**
     * Reads a flowchart.
     *
     * @throws IllegalArgumentException when a line is not of the kind that is read, or the arrows lead in a circle
     */
    static Flowchart read(String text) {
        List<String> lines = text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("%%"))
                .toList();
        if (lines.isEmpty() || !HEADING.matcher(lines.get(0)).matches()) {
            throw new IllegalArgumentException("a diagram begins with: flowchart TD");
        }
        Map<String, String> labels = new LinkedHashMap<>();
        List<Arrow> arrows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String before = null;
            for (String part : ARROW.split(line)) {
                String name = node(part, line, labels);
                if (before != null && !arrows.contains(new Arrow(before, name))) {
                    arrows.add(new Arrow(before, name));
                }
                before = name;
            }
        }
        Flowchart chart = new Flowchart(labels, arrows);
        chart.ranks();
        return chart;
    }

    private static String node(String part, String line, Map<String, String> labels) {
        Matcher node = NODE.matcher(part);
        if (!node.matches()) {
            throw new IllegalArgumentException(line + ": only lines such as a --> b[Label] can be drawn");
        }
        String label = node.group(2);
        if (label != null) {
            labels.put(node.group(1), label.strip());
        } else {
            labels.putIfAbsent(node.group(1), node.group(1));
        }
        return node.group(1);
    }

    /** The row of each node, from 0: one below the lowest of those that point to it. */
    Map<String, Integer> ranks() {
        Map<String, Integer> ranks = new LinkedHashMap<>();
        labels.keySet().forEach(name -> ranks.put(name, 0));
        for (int round = 0; round <= labels.size(); round++) {
            boolean changed = false;
            for (Arrow arrow : arrows) {
                int below = ranks.getOrDefault(arrow.from(), 0) + 1;
                if (ranks.getOrDefault(arrow.to(), 0) < below) {
                    ranks.put(arrow.to(), below);
                    changed = true;
                }
            }
            if (!changed) {
                return ranks;
            }
        }
        throw new IllegalArgumentException("the arrows of a diagram lead in a circle");
    }
}
