package dev.flamegate.report.chart;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Interval;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Growths with their intervals, all on one scale. The scale is linear near zero and compressed for large changes, so
 * that 5 % and 150 % can be seen together; its marks say which is which.
 */
public final class GrowthChart {
    private static final double WIDTH = 280;
    private static final double HEIGHT = 22;
    private static final double MIDDLE = HEIGHT / 2;
    private static final double EVEN_UP_TO = 0.1;
    private static final double MARGIN = 1.2;
    private static final double CHARACTER = 6;
    private static final double LABEL_GAP = 5;
    private static final double[] MARKS = {0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 100};

    /**
     * One growth.
     *
     * @param growth relative
     * @param interval of it; {@code null} without one
     * @param limit growth at which the criterion breaks; NaN when it is not relative
     */
    public record Bar(double growth, @Nullable Interval interval, double limit) {
        private DoubleStream values() {
            DoubleStream bounds =
                    interval == null ? DoubleStream.empty() : DoubleStream.of(interval.low(), interval.high());
            return DoubleStream.concat(DoubleStream.of(growth, limit), bounds).filter(Double::isFinite);
        }
    }

    private final double low;
    private final double high;

    /** A scale on which all the given growths can be seen. */
    public GrowthChart(Collection<Bar> growths) {
        low = Math.min(
                        -EVEN_UP_TO,
                        growths.stream().flatMapToDouble(Bar::values).min().orElse(0))
                * MARGIN;
        high = Math.max(
                        EVEN_UP_TO,
                        growths.stream().flatMapToDouble(Bar::values).max().orElse(0))
                * MARGIN;
    }

    /** The scale's marks, for the head of a column. */
    public String scale() {
        Svg svg = Svg.picture(
                "growth",
                WIDTH,
                HEIGHT,
                "Scale of the growth from " + Numbers.growth(low) + " to " + Numbers.growth(high));
        mark(svg, 0, "0");
        for (int sign : new int[] {-1, 1}) {
            double taken = CHARACTER / 2;
            for (double size : MARKS) {
                double mark = sign * size;
                String label = Numbers.growth(mark);
                double half = label.length() * CHARACTER / 2;
                double room = Math.min(x(mark), WIDTH - x(mark));
                double away = Math.abs(x(mark) - x(0));
                if (mark > low && mark < high && room > half && away - half > taken + LABEL_GAP) {
                    taken = away + half;
                    mark(svg, mark, label);
                }
            }
        }
        return svg.markup();
    }

    private void mark(Svg svg, double value, String label) {
        svg.text("text", label, "class", "tick mid", "x", x(value), "y", 11);
        svg.leaf("line", "class", "axis", "x1", x(value), "x2", x(value), "y1", 15, "y2", HEIGHT);
    }

    public String draw(Bar growth, String cssClass) {
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
        double from = asinh(low / EVEN_UP_TO);
        double part = (asinh(growth / EVEN_UP_TO) - from) / (asinh(high / EVEN_UP_TO) - from);
        return WIDTH * Math.max(0, Math.min(1, part));
    }

    private static double asinh(double value) {
        if (Double.isInfinite(value)) {
            return value;
        }
        return Math.copySign(Math.log(Math.abs(value) + Math.sqrt(value * value + 1)), value);
    }

    private static String label(Bar growth) {
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
