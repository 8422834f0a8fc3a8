package dev.flamegate.profile;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Collapsed stacks, the common text form of profiles: one line per stack, frames from the outermost to the innermost
 * joined by {@code ;}, then a space and the weight. The pool, where known, is the first frame: {@code [pool]}, as
 * other tools write threads.
 */
public final class Collapsed {
    /** Marks that async-profiler appends to frames: interpreted, inlined, kernel and such. */
    private static final Pattern MARK = Pattern.compile("_\\[[a-z0-9]]$");

    private static final Pattern THREAD = Pattern.compile("\\[(.*?)(?: tid=\\d+)?]");

    private Collapsed() {}

    /** A tree as text, lines sorted. Requests, states and source lines have no place in this format. */
    public static String write(CallTree tree) {
        Map<String, Long> lines = new TreeMap<>();
        for (int i = 0; i < tree.sampleCount(); i++) {
            StringBuilder stack = new StringBuilder();
            String pool = tree.sampleFacet(i).pool();
            if (!pool.isEmpty()) {
                stack.append(tree.sampleFacet(i).isMachine() ? clean(pool) : "[" + clean(pool) + "]");
            }
            for (Frame frame : tree.stack(tree.sampleNode(i))) {
                stack.append(stack.length() == 0 ? "" : ";").append(clean(frame.name()));
            }
            lines.merge(stack.toString(), tree.sampleWeight(i), Long::sum);
        }
        StringBuilder text = new StringBuilder();
        lines.forEach(
                (stack, weight) -> text.append(stack).append(' ').append(weight).append('\n'));
        return text.toString();
    }

    /**
     * Reads text of any tool; names are made canonical and threads become pools.
     *
     * @throws IllegalArgumentException with the number of the first line that is no stack with a weight
     */
    public static CallTree read(String text) {
        CallTree.Builder builder = new CallTree.Builder();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (!line.isBlank()) {
                try {
                    add(builder, line.strip());
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(
                            "line " + number + ": expected frames joined by ';', a space and a whole number", e);
                }
            }
        }
        return builder.build();
    }

    private static void add(CallTree.Builder builder, String line) {
        int space = line.lastIndexOf(' ');
        long weight = Long.parseLong(line.substring(space + 1));
        Facet facet = Facet.NONE;
        int node = CallTree.ROOT;
        boolean profiler = false;
        String stack = space < 0 ? "" : line.substring(0, space);
        for (String frame : stack.isEmpty() ? new String[0] : stack.split(";")) {
            Matcher thread = THREAD.matcher(frame);
            if (node == CallTree.ROOT && facet.equals(Facet.NONE) && thread.matches()) {
                facet = new Facet(pool(thread.group(1)), "", "");
            } else if (!frame.isEmpty()) {
                String name = CanonicalNames.frame(MARK.matcher(frame).replaceFirst(""));
                profiler |= MachinePools.isProfiler(name);
                node = builder.child(node, name, 0);
            }
        }
        builder.addAt(node, profiler ? new Facet(MachinePools.PROFILER, "", "") : facet, weight);
    }

    private static String pool(String thread) {
        return MachinePools.NAMES.contains("[" + thread + "]")
                ? "[" + thread + "]"
                : MachinePools.of(thread).orElseGet(() -> CanonicalNames.pool(thread));
    }

    /** Names keep their place in the line: no separator and no line end inside. */
    private static String clean(String name) {
        return name.replace(';', ':').replace('\n', ' ').replace('\r', ' ');
    }
}
