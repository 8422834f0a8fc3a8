package dev.flamegate.report.chart;

import dev.flamegate.model.Interval;
import dev.flamegate.report.format.Numbers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Growths with their intervals, all on one scale. The scale is even near zero and narrows for large changes, so that
 * 5 % and 150 % can be seen together; its marks say which is which.
 */
public final class GrowthChart {
    private static final double WIDTH = 220;
    private static final double HEIGHT = 22;
    private static final double MIDDLE = HEIGHT / 2;
    private static final double EVEN_UP_TO = 0.1;
    private static final double[] MARKS = {0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 100};

    /**
     * One growth.
     *
     * @param growth relative
     * @param interval of it; {@code null} when there is none
     * @param limit growth at which the criterion breaks; NaN when it is not relative
     */
    public record Growth(double growth, @Nullable Interval interval, double limit) {
        private double furthest() {
            double furthest = Math.max(size(growth), size(limit));
            return interval == null
                    ? furthest
                    : Math.max(furthest, Math.max(size(interval.low()), size(interval.high())));
        }

        private static double size(double value) {
            return Double.isFinite(value) ? Math.abs(value) : 0;
        }
    }

    private final double end;

    /** A scale on which all the given growths can be seen. */
    public GrowthChart(Collection<Growth> growths) {
        end = Math.max(
                        EVEN_UP_TO,
                        growths.stream().mapToDouble(Growth::furthest).max().orElse(0))
                * 1.15;
    }

    /** The scale's marks, for the head of a column. */
    public String scale() {
        Svg svg = Svg.picture(
                "growth",
                WIDTH,
                HEIGHT,
                "Scale of the growth from " + Numbers.growth(-end) + " to " + Numbers.growth(end));
        mark(svg, 0, "0");
        double last = x(0);
        for (double mark : MARKS) {
            if (mark < end && x(mark) - last > 34) {
                last = x(mark);
                mark(svg, mark, Numbers.growth(mark));
                mark(svg, -mark, Numbers.growth(-mark));
            }
        }
        return svg.markup();
    }

    private void mark(Svg svg, double value, String label) {
        svg.text("text", label, "class", "tick mid", "x", x(value), "y", 11);
        svg.leaf("line", "class", "axis", "x1", x(value), "x2", x(value), "y1", 15, "y2", HEIGHT);
    }

    /** One growth, coloured by the class. */
    public String draw(Growth growth, String cssClass) {
        Svg svg = Svg.picture("growth", WIDTH, HEIGHT, label(growth));
        svg.leaf("line", "class", "zero", "x1", x(0), "x2", x(0), "y1", 0, "y2", HEIGHT);
        if (Double.isFinite(growth.limit())) {
            double at = x(growth.limit());
            svg.leaf("line", "class", "limit", "x1", at, "x2", at, "y1", 1, "y2", HEIGHT - 1);
        }
        if (growth.interval() != null) {
            double from = x(growth.interval().low());
            double to = x(growth.interval().high());
            svg.leaf("line", "class", "interval " + cssClass, "x1", from, "x2", to, "y1", MIDDLE, "y2", MIDDLE);
            for (double bound : List.of(from, to)) {
                svg.leaf(
                        "line",
                        "class",
                        "interval " + cssClass,
                        "x1",
                        bound,
                        "x2",
                        bound,
                        "y1",
                        MIDDLE - 4,
                        "y2",
                        MIDDLE + 4);
            }
        }
        if (!Double.isNaN(growth.growth())) {
            svg.leaf("circle", "class", "dot " + cssClass, "cx", x(growth.growth()), "cy", MIDDLE, "r", 4);
        }
        return svg.markup();
    }

    private double x(double growth) {
        double side = asinh(growth / EVEN_UP_TO) / asinh(end / EVEN_UP_TO);
        return WIDTH / 2 * (1 + 0.96 * Math.max(-1, Math.min(1, side)));
    }

    private static double asinh(double value) {
        if (Double.isInfinite(value)) {
            return value;
        }
        return Math.copySign(Math.log(Math.abs(value) + Math.sqrt(value * value + 1)), value);
    }

    private static String label(Growth growth) {
        List<String> parts = new ArrayList<>();
        parts.add("Growth " + Numbers.growth(growth.growth()));
        if (growth.interval() != null) {
            parts.add("interval " + Numbers.interval(growth.interval()));
        }
        if (Double.isFinite(growth.limit())) {
            parts.add("limit " + Numbers.growth(growth.limit()));
        }
        return String.join(", ", parts);
    }
}
