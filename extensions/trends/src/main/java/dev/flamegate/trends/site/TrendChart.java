package dev.flamegate.trends.site;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.report.chart.Axis;
import dev.flamegate.report.chart.Line;
import dev.flamegate.report.chart.Plot;
import dev.flamegate.report.chart.Svg;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An indicator over many runs: its values, the runs that were not clearly good, and where it changed. */
public final class TrendChart {
    private static final double WIDTH = 420;
    private static final double HEIGHT = 130;

    /** Number of runs up to which each has a dot with a label; with more, only those that were not clearly good. */
    private static final int MOST_DOTS = 120;

    private static final double HEADROOM = 1.05;

    /**
     * One run.
     *
     * @param label its description: run, time, value
     * @param value in base units; NaN for none
     */
    public record Point(String label, double value, Optional<Verdict> verdict) {}

    /**
     * A place where the values changed.
     *
     * @param index of the first point after it
     * @param before typical value since the change before, in base units @param after typical value from here on
     * @param label in a few characters
     */
    public record Mark(int index, double before, double after, String label) {}

    private TrendChart() {}

    /**
     * Draws the runs evenly spaced.
     *
     * @param label what the picture shows
     * @param points by time, at least one
     * @param first text below the first point, and {@code last} below the last
     */
    public static String draw(
            String label, Unit unit, List<Point> points, List<Mark> marks, String first, String last) {
        double largest = points.stream()
                .mapToDouble(Point::value)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        Svg svg = Svg.picture("chart", WIDTH, Plot.TOP + HEIGHT + 26, label);
        Plot plot = new Plot(svg, runs(points.size()), Axis.fromZero(largest * HEADROOM, unit), WIDTH, HEIGHT);
        plot.grid().labels(14);
        svg.text("text", first, "class", "tick", "x", plot.x(0), "y", plot.bottom() + 16);
        svg.text("text", last, "class", "tick end", "x", plot.x(points.size() - 1), "y", plot.bottom() + 16);
        plot.line(line(points));
        levels(svg, plot, points.size(), marks);
        for (int i = 0; i < points.size(); i++) {
            dot(svg, plot, points, i);
        }
        return svg.markup();
    }

    private static Axis runs(int count) {
        return count == 1 ? new Axis(-0.5, 0.5, List.of(), "") : new Axis(0, count - 1, List.of(), "");
    }

    private static Line line(List<Point> points) {
        double[] x = new double[points.size()];
        double[] y = new double[points.size()];
        for (int i = 0; i < x.length; i++) {
            x[i] = i;
            y[i] = points.get(i).value();
        }
        return new Line("trend", x, y);
    }

    private static void levels(Svg svg, Plot plot, int count, List<Mark> marks) {
        List<Mark> sorted = new ArrayList<>(marks);
        for (int i = 0; i < sorted.size(); i++) {
            Mark mark = sorted.get(i);
            double from = i == 0 ? 0 : sorted.get(i - 1).index();
            double to = i + 1 == sorted.size() ? count - 1 : sorted.get(i + 1).index();
            double at = plot.x(mark.index() - 0.5);
            level(svg, plot, plot.x(from), at, mark.before());
            level(svg, plot, at, plot.x(to), mark.after());
            svg.leaf("line", "class", "changed", "x1", at, "x2", at, "y1", Plot.TOP, "y2", plot.bottom());
            boolean right = mark.index() < count * 0.75;
            svg.text(
                    "text",
                    mark.label(),
                    "class",
                    right ? "changed" : "changed end",
                    "x",
                    at + (right ? 4 : -4),
                    "y",
                    Plot.TOP + 9 + (i % 3) * 12);
        }
    }

    private static void level(Svg svg, Plot plot, double from, double to, double value) {
        svg.leaf("line", "class", "level", "x1", from, "x2", to, "y1", plot.y(value), "y2", plot.y(value));
    }

    private static void dot(Svg svg, Plot plot, List<Point> points, int i) {
        Point point = points.get(i);
        boolean plain =
                point.verdict().filter(verdict -> verdict == Verdict.PASS).isPresent();
        if (!Double.isFinite(point.value()) || (plain && points.size() > MOST_DOTS && i < points.size() - 1)) {
            return;
        }
        String key = point.verdict().map(Names::key).orElse("unknown");
        svg.open("circle", "class", "dot " + key, "cx", plot.x(i), "cy", plot.y(point.value()), "r", plain ? 2 : 3);
        svg.text("title", point.label());
        svg.close();
    }

    /** A change in a few characters: {@code +8.1 %}. */
    public static String change(double before, double after) {
        double growth = after / before - 1;
        return Double.isFinite(growth) ? Numbers.growth(growth) : "changed";
    }
}
