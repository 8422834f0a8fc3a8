package dev.flamegate.report.chart;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.names.Origin;
import dev.flamegate.report.format.Names;
import dev.flamegate.report.format.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A call tree as a picture, callers above what they call, the widest first. Frames too narrow to see are not drawn
 * but counted. Samples of the machine's own threads are one frame per pool.
 */
public final class FlameGraph {
    /** Frames narrower than this part of the whole are not drawn. */
    public static final double NARROWEST = 0.003;

    private static final double WIDTH = 1200;
    private static final double ROW = 17;
    private static final double CHARACTER = 6.3;
    private static final int COLOURS = 8;
    private static final int MOST_ROWS = 120;

    /**
     * The picture with what it leaves out.
     *
     * @param markup the SVG
     * @param drawn frames in it
     * @param left frames not drawn, since they are too narrow or too deep
     * @param leftSelf part of all samples that end in a frame that is not drawn, in [0, 1]
     */
    public record Picture(String markup, int drawn, int left, double leftSelf) {}

    private final CallTree tree;
    private final List<List<Integer>> children;
    private final List<Box> boxes = new ArrayList<>();
    private int left;
    private long leftSelf;

    private record Box(int node, int depth, double x) {}

    private FlameGraph(CallTree tree) {
        this.tree = tree;
        this.children = tree.children();
    }

    /**
     * Draws a tree.
     *
     * @param label what the picture shows, for people who cannot see it
     * @param tree with at least one sample of some weight
     */
    public static Picture draw(String label, CallTree tree) {
        return new FlameGraph(withPools(tree)).draw(label);
    }

    /** The tree with every machine sample directly under the root, in a frame with the name of its pool. */
    private static CallTree withPools(CallTree tree) {
        CallTree.Builder builder = new CallTree.Builder().addAll(tree, facet -> !facet.isMachine());
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            Facet facet = tree.sampleFacet(sample);
            if (facet.isMachine()) {
                builder.addAt(builder.child(CallTree.ROOT, facet.pool(), 0), facet, tree.sampleWeight(sample));
            }
        }
        return builder.build();
    }

    private Picture draw(String label) {
        layOut();
        int rows = boxes.stream().mapToInt(Box::depth).max().orElse(0) + 1;
        Svg svg = Svg.picture("flame", WIDTH, rows * ROW, label);
        boxes.forEach(box -> draw(svg, box));
        return new Picture(svg.markup(), boxes.size(), left, (double) leftSelf / tree.weight());
    }

    private void layOut() {
        List<Box> row = List.of(new Box(CallTree.ROOT, 0, 0));
        while (!row.isEmpty()) {
            boxes.addAll(row);
            List<Box> next = new ArrayList<>();
            row.forEach(box -> place(box, next));
            row = next;
        }
    }

    private void place(Box parent, List<Box> next) {
        List<Integer> ordered = new ArrayList<>(children.get(parent.node()));
        ordered.sort(
                Comparator.comparingLong((Integer node) -> -tree.total(node)).thenComparing(tree::name));
        double x = parent.x();
        for (int node : ordered) {
            double share = share(node);
            if (share >= NARROWEST && parent.depth() + 1 < MOST_ROWS) {
                next.add(new Box(node, parent.depth() + 1, x));
                x += share;
            } else {
                leave(node);
            }
        }
    }

    private void leave(int node) {
        List<Integer> pending = new ArrayList<>(List.of(node));
        while (!pending.isEmpty()) {
            int at = pending.remove(pending.size() - 1);
            left++;
            pending.addAll(children.get(at));
        }
        leftSelf += tree.total(node);
    }

    private void draw(Svg svg, Box box) {
        boolean root = box.node() == CallTree.ROOT;
        String name = root ? "all" : Names.visible(tree.name(box.node()));
        double width = share(box.node()) * WIDTH;
        double x = box.x() * WIDTH;
        double y = box.depth() * ROW;
        svg.open("g");
        svg.text("title", title(box.node(), name));
        svg.leaf(
                "rect",
                "class",
                colour(name, root),
                "x",
                x,
                "y",
                y,
                "width",
                Math.max(0.4, width - 0.6),
                "height",
                ROW - 1);
        int room = (int) ((width - 6) / CHARACTER);
        if (room >= 3) {
            svg.text("text", Names.cut(fitting(name, room), room), "x", x + 3, "y", y + 12);
        }
        svg.close();
    }

    private static String fitting(String name, int room) {
        return name.length() <= room ? name : Names.shortFrame(name);
    }

    private String title(int node, String name) {
        String line = node != CallTree.ROOT && tree.line(node) > 0 ? ":" + tree.line(node) : "";
        return name + line + ": " + Numbers.percent(share(node)) + ", itself "
                + Numbers.percent((double) tree.self(node) / tree.weight());
    }

    private double share(int node) {
        return (double) tree.total(node) / tree.weight();
    }

    /** Frames of one package share a colour; the machine's threads, what measures and the root are grey. */
    private static String colour(String name, boolean root) {
        Origin origin = Origin.of(name);
        if (root || origin == Origin.MACHINE || origin == Origin.PROFILER) {
            return "fm";
        }
        return "f" + Math.floorMod(packageOf(name).hashCode(), COLOURS);
    }

    /** The first three parts of the package, or fewer when it has fewer. */
    private static String packageOf(String name) {
        int end = -1;
        for (int part = 0; part < 3; part++) {
            int dot = name.indexOf('.', end + 1);
            if (dot < 0 || (dot + 1 < name.length() && Character.isUpperCase(name.charAt(end + 1)))) {
                break;
            }
            end = dot;
        }
        return end < 0 ? "" : name.substring(0, end);
    }
}
