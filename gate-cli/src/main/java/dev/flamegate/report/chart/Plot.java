package dev.flamegate.report.chart;

/** The frame of a chart with two axes: grid, labels, lines. Pixel sizes are those of the view box. */
public final class Plot {
    public static final double TOP = 18;
    private static final double RIGHT = 12;

    /** Least room for labels of the y axis, which are rarely longer. */
    private static final double LEAST_LEFT = 46;

    /** The width of a digit of a label, and the gap between a label and the axis. */
    private static final double DIGIT = 6.3;

    private static final double GAP = 5;

    private final Svg svg;
    private final Axis x;
    private final Axis y;
    private final double left;
    private final double width;
    private final double height;

    /**
     * @param width of the whole picture
     * @param height of the part with lines
     */
    public Plot(Svg svg, Axis x, Axis y, double width, double height) {
        this.svg = svg;
        this.x = x;
        this.y = y;
        int longest =
                y.ticks().stream().mapToInt(tick -> tick.label().length()).max().orElse(0);
        this.left = Math.max(LEAST_LEFT, longest * DIGIT + GAP);
        this.width = width - left - RIGHT;
        this.height = height;
    }

    public double x(double value) {
        return left + x.position(value) * width;
    }

    public double y(double value) {
        return TOP + (1 - y.position(value)) * height;
    }

    public double bottom() {
        return TOP + height;
    }

    public Plot grid() {
        for (Axis.Tick tick : y.ticks()) {
            double at = y(tick.value());
            svg.leaf("line", "class", "grid", "x1", left, "x2", left + width, "y1", at, "y2", at);
            svg.text("text", tick.label(), "class", "tick end", "x", left - GAP, "y", at + 3.5);
        }
        svg.text("text", y.unit(), "class", "tick", "x", left, "y", TOP - 7);
        return this;
    }

    /** Labels of the x axis, that far {@code below} the lines. */
    public Plot labels(double below) {
        for (Axis.Tick tick : x.ticks()) {
            svg.text("text", tick.label(), "class", "tick mid", "x", x(tick.value()), "y", bottom() + below);
        }
        svg.leaf("line", "class", "axis", "x1", left, "x2", left + width, "y1", bottom(), "y2", bottom());
        return this;
    }

    /** The line as a path, with gaps where it has no value. */
    public Plot line(Line line) {
        StringBuilder path = new StringBuilder();
        boolean pen = false;
        for (int i = 0; i < line.size(); i++) {
            if (!Double.isFinite(line.y(i))) {
                pen = false;
                continue;
            }
            path.append(pen ? 'L' : 'M')
                    .append(Svg.coordinate(x(line.x(i))))
                    .append(' ')
                    .append(Svg.coordinate(y(line.y(i))));
            pen = true;
        }
        if (!path.isEmpty()) {
            svg.leaf("path", "class", "line " + line.cssClass(), "d", path);
        }
        return this;
    }
}
