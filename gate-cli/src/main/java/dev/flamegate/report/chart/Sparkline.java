package dev.flamegate.report.chart;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import dev.flamegate.report.GateReport.TrendPoint;
import java.util.List;

/** An indicator over stored runs, small: a line from zero, and a mark for each run that was not clearly good. */
public final class Sparkline {
    private static final double WIDTH = 240;
    private static final double HEIGHT = 44;
    private static final double MARGIN = 6;

    private Sparkline() {}

    /**
     * Draws the values evenly spaced by run.
     *
     * @param points by rising time, at least one; the last is the run reported
     */
    public static String draw(String name, Unit unit, List<TrendPoint> points) {
        double largest = points.stream()
                .mapToDouble(TrendPoint::value)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        Svg svg = Svg.picture("spark", WIDTH, HEIGHT, name + " over " + Names.plural(points.size(), "run"));
        StringBuilder path = new StringBuilder();
        boolean pen = false;
        for (int i = 0; i < points.size(); i++) {
            double value = points.get(i).value();
            if (Double.isFinite(value)) {
                path.append(pen ? 'L' : 'M')
                        .append(Svg.coordinate(x(i, points.size())))
                        .append(' ');
                path.append(Svg.coordinate(y(value, largest)));
            }
            pen = Double.isFinite(value);
        }
        if (!path.isEmpty()) {
            svg.leaf("path", "class", "line candidate", "d", path);
        }
        for (int i = 0; i < points.size(); i++) {
            dot(svg, points.get(i), unit, x(i, points.size()), largest, i == points.size() - 1);
        }
        return svg.markup();
    }

    private static void dot(Svg svg, TrendPoint point, Unit unit, double x, double largest, boolean last) {
        if (!Double.isFinite(point.value())) {
            return;
        }
        svg.open(
                "circle",
                "class",
                "dot " + Names.key(point.verdict()),
                "cx",
                x,
                "cy",
                y(point.value(), largest),
                "r",
                last ? 4 : 2.5);
        svg.text("title", "run " + point.run() + ": " + Numbers.quantity(point.value(), unit) + ", " + point.verdict());
        svg.close();
    }

    private static double x(int i, int count) {
        return count == 1 ? WIDTH / 2 : MARGIN + (WIDTH - 2 * MARGIN) * i / (count - 1);
    }

    private static double y(double value, double largest) {
        double part = largest > 0 ? Math.max(0, value) / largest : 0;
        return HEIGHT - MARGIN - part * (HEIGHT - 2 * MARGIN);
    }
}
