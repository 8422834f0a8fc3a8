package dev.flamegate.report.flame;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.report.chart.Svg;
import java.io.IOException;
import java.util.List;

/**
 * The viewer's picture without its interaction: a standalone SVG, for places that forbid scripts. Frames too narrow to
 * see are left out, and their sum is stated.
 */
public final class FlameSvg {
    /** Frames narrower than this part of the whole are not drawn. */
    public static final double NARROWEST = 0.001;

    private static final double NARROWEST_IN_PAGE = 0.003;

    private static final double WIDTH = 1200;
    private static final double MARGIN = 10;
    private static final double TOP = 62;
    private static final double ROW = 18;
    private static final double CHARACTER = 6.7;
    private static final int MOST_ROWS = 200;
    /** The least number of characters left for the class; with fewer, the method is shown alone. */
    private static final int CLASS_PART = 6;

    private static final String INK = "#1c2024";
    private static final String SOFT = "#5b6470";

    /**
     * The picture for a page with text around it.
     *
     * @param markup an {@code svg} element that takes its width from the page
     * @param note what its colours say and what it leaves out, as sentences
     */
    public record Picture(String markup, String note) {}

    private final FlameInput input;
    private final FlameEvent event;
    private final UnionTree tree;
    private final UnionCosts costs;
    private final double narrowest;
    private final double top;
    private final double height;
    private final Svg svg;
    private int left;
    private double leftSelf;

    private FlameSvg(FlameInput input, FlameEvent event, UnionTree tree, double narrowest, boolean alone) {
        this.input = input;
        this.event = event;
        this.tree = tree;
        this.narrowest = narrowest;
        costs = UnionCosts.of(event, tree);
        top = alone ? TOP : MARGIN;
        height = top + (deepest() + 1) * ROW + MARGIN + (alone ? ROW + MARGIN : 0);
        svg = Svg.picture("flame", WIDTH, height, label());
    }

    /**
     * Draws the culprit's event, or the first.
     *
     * @throws IOException when {@code out} fails
     */
    public static void write(Appendable out, FlameInput input) throws IOException {
        FlameEvent event = shown(input);
        write(out, input, event, UnionTree.of(event));
    }

    /**
     * Draws the culprit's event, or the first, for a page: smaller, without heading and background.
     *
     * @param input whose events have samples
     */
    public static Picture inPage(FlameInput input) {
        FlameEvent event = shown(input);
        FlameSvg picture = new FlameSvg(input, event, UnionTree.of(event), NARROWEST_IN_PAGE, false);
        picture.boxes();
        return new Picture(picture.svg.markup(), picture.foot());
    }

    /** The event whose picture is drawn: the culprit's, or the first. */
    public static FlameEvent shown(FlameInput input) {
        FlameEvent first = input.events().get(0);
        return input.culprit()
                .flatMap(culprit -> input.events().stream()
                        .filter(event -> event.event() == culprit.event())
                        .findFirst())
                .orElse(first);
    }

    /** Draws an event whose arms are in one tree already. */
    static void write(Appendable out, FlameInput input, FlameEvent event, UnionTree tree) throws IOException {
        new FlameSvg(input, event, tree, NARROWEST, true).draw(out);
    }

    private void draw(Appendable out) throws IOException {
        svg.leaf("rect", "width", WIDTH, "height", height, "fill", "#ffffff");
        boxes();
        head();
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + (int) WIDTH + "\" height=\"" + (int) height
                + "\" viewBox=\"0 0 " + (int) WIDTH + " " + (int) height + "\">");
        out.append(svg.markup());
        out.append("</svg>\n");
    }

    private int deepest() {
        int deepest = 0;
        for (int node = 0; node < tree.size(); node++) {
            if (isDrawn(node)) {
                deepest = Math.max(deepest, tree.depth(node));
            }
        }
        return deepest;
    }

    private boolean isDrawn(int node) {
        return tree.depth(node) < MOST_ROWS && costs.share(node) >= narrowest;
    }

    private void head() {
        text(label(), MARGIN, 22, 15, INK, "bold");
        text(totals(), MARGIN, 41, 12, INK, "normal");
        String culprit = input.culprit()
                .map(found -> "Culprit: " + Names.shortFrame(FlameLinks.shown(found.frame())) + ", " + found.text())
                .orElse("");
        text(culprit, MARGIN, 57, 12, FlameColours.STRONGEST_GROWTH, "bold");
        text(foot(), MARGIN, height - MARGIN, 11, SOFT, "normal");
    }

    private void text(String text, double x, double y, int size, String colour, String weight) {
        int room = (int) (WIDTH / (size * 0.55));
        svg.text(
                "text",
                Names.cut(FlameLinks.shown(text), room),
                "x",
                x,
                "y",
                y,
                "font-size",
                size,
                "font-weight",
                weight,
                "font-family",
                "system-ui, sans-serif",
                "fill",
                colour);
    }

    private String label() {
        String names = input.baseline().map(baseline -> baseline + " against ").orElse("") + input.candidate();
        return FlameLinks.shown(input.title()) + ": " + event.event().key() + ", " + FlameLinks.shown(names);
    }

    private String totals() {
        String per = event.per().isEmpty() ? "" : " per " + event.per();
        return costs.text(0) + per;
    }

    private String foot() {
        String colours = input.isComparison()
                ? "Orange + grew, blue − shrank, grey: no "
                        + (event.methods().isEmpty() ? "" : "significant ")
                        + "change. Width: mean of both sides. "
                : "";
        String out = left == 0
                ? ""
                : Names.plural(left, "frame") + " below " + Numbers.percent(narrowest) + " or too deep are not drawn: "
                        + Numbers.percent(costs.total() == 0 ? 0 : leftSelf / costs.total()) + " of the cost.";
        return colours + out;
    }

    private void boxes() {
        double[] x = new double[tree.size()];
        double[] next = new double[tree.size()];
        for (int node = 0; node < tree.size(); node++) {
            int parent = tree.parent(node);
            if (parent >= 0) {
                x[node] = next[parent];
                next[parent] += costs.width(node);
            }
            next[node] = x[node];
            if (isDrawn(node)) {
                box(node, x[node]);
            } else {
                left++;
                leftSelf += costs.selfWidth(node);
            }
        }
    }

    private void box(int node, double at) {
        double scale = (WIDTH - 2 * MARGIN) / costs.total();
        double x = MARGIN + at * scale;
        double y = top + tree.depth(node) * ROW;
        double width = costs.width(node) * scale;
        FlameColours.Colour colour = costs.colour(node, input.isComparison());
        svg.open("g");
        svg.text("title", title(node));
        svg.leaf(
                "rect",
                "x",
                x,
                "y",
                y,
                "width",
                Math.max(0.4, width - 0.6),
                "height",
                ROW - 1,
                "fill",
                colour.fill(),
                "rx",
                1.5);
        int room = (int) ((width - 8) / CHARACTER);
        if (room >= 3) {
            svg.text(
                    "text",
                    fitting(node, colour.sign(), room),
                    "x",
                    x + 4,
                    "y",
                    y + 12.5,
                    "font-size",
                    11,
                    "font-family",
                    "ui-monospace, monospace",
                    "fill",
                    colour.ink());
        }
        svg.close();
    }

    private String fitting(int node, String sign, int room) {
        String name = name(node);
        String lead = sign.isEmpty() ? "" : sign + " ";
        int left = room - lead.length();
        return left < 1 ? sign : lead + fitting(name, left);
    }

    /** The name, or class and method, or their end, or the method alone, or its beginning. */
    private static String fitting(String name, int room) {
        String frame = name.length() <= room ? name : Names.shortFrame(name);
        if (frame.length() <= room) {
            return frame;
        }
        String method = frame.substring(frame.lastIndexOf('.') + 1);
        return room >= method.length() + CLASS_PART ? Names.cutStart(frame, room) : Names.cut(method, room);
    }

    private String name(int node) {
        return node == 0 ? "all" : FlameLinks.shown(tree.name(node));
    }

    private String title(int node) {
        String line = tree.line(node) > 0 ? ":" + tree.line(node) : "";
        return String.join("", List.of(name(node), line, ": ", costs.text(node)));
    }
}
