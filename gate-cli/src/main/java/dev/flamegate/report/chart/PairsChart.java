package dev.flamegate.report.chart;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Interval;
import dev.flamegate.report.PairSeries;
import dev.flamegate.report.PairSeries.Look;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * One criterion of a comparison, pair by pair: what each pair shows by itself as a dot, or a cross if it does not
 * count, and after each look the estimate with its interval. Early intervals can be wider than everything else: they
 * are cut off, so that the pairs can be seen.
 */
public final class PairsChart {
    private static final double WIDTH = 420;
    private static final double HEIGHT = 150;
    private static final double ASIDE = 7;
    private static final double CAP = 4;
    private static final int MOST_LABELS = 12;

    private final PairSeries series;
    private final List<Integer> numbers;
    private final Svg svg;
    private final Plot plot;
    private final Axis y;

    private PairsChart(PairSeries series, List<Integer> numbers) {
        this.series = series;
        this.numbers = numbers;
        this.svg = Svg.picture("chart", WIDTH, HEIGHT + 40, label(series, numbers));
        this.y = scale(series);
        this.plot = new Plot(svg, pairs(numbers), y, WIDTH, HEIGHT);
    }

    /**
     * Draws a series.
     *
     * @param numbers of the pairs, one for each growth of the series
     */
    public static String draw(PairSeries series, List<Integer> numbers) {
        return new PairsChart(series, numbers).draw();
    }

    private String draw() {
        plot.grid().labels(16);
        across("zero", 0);
        if (Double.isFinite(series.limit())) {
            across("limit", series.limit());
        }
        for (int i = 0; i < numbers.size(); i++) {
            double growth = series.growth().get(i);
            if (Double.isFinite(growth)) {
                svg.leaf("circle", "class", "pair", "cx", plot.x(i + 1), "cy", plot.y(growth), "r", 4);
            } else {
                cross(plot.x(i + 1), plot.bottom() - 8);
            }
        }
        series.looks().forEach(this::look);
        return svg.markup();
    }

    private void across(String cssClass, double growth) {
        double at = plot.y(growth);
        svg.leaf("line", "class", cssClass, "x1", plot.x(0.5), "x2", plot.x(numbers.size() + 0.5), "y1", at, "y2", at);
    }

    private void cross(double x, double y) {
        svg.leaf("line", "class", "void", "x1", x - CAP, "x2", x + CAP, "y1", y - CAP, "y2", y + CAP);
        svg.leaf("line", "class", "void", "x1", x - CAP, "x2", x + CAP, "y1", y + CAP, "y2", y - CAP);
    }

    private void look(Look look) {
        int at = numbers.indexOf(look.number());
        if (at < 0 || look.growth() == null || Double.isNaN(look.growth())) {
            return;
        }
        double x = plot.x(at + 1) + ASIDE;
        Interval interval = look.interval();
        if (interval != null) {
            double from = plot.y(interval.low());
            double to = plot.y(interval.high());
            svg.leaf("line", "class", "estimate", "x1", x, "x2", x, "y1", from, "y2", to);
            for (double bound : new double[] {interval.low(), interval.high()}) {
                if (bound >= y.low() && bound <= y.high()) {
                    bar(x, plot.y(bound), CAP - 1);
                }
            }
        }
        if (look.growth() >= y.low() && look.growth() <= y.high()) {
            bar(x, plot.y(look.growth()), CAP + 1);
        }
    }

    private void bar(double x, double y, double half) {
        svg.leaf("line", "class", "estimate", "x1", x - half, "x2", x + half, "y1", y, "y2", y);
    }

    /** The scale of the y axis: fits pairs, limit and last estimate; for its interval up to twice as wide. */
    private static Axis scale(PairSeries series) {
        Look last = series.last();
        double estimate = last == null || last.growth() == null ? 0 : last.growth();
        double[] shown = DoubleStream.concat(
                        DoubleStream.of(0, series.limit(), estimate),
                        series.growth().stream().mapToDouble(growth -> growth))
                .filter(Double::isFinite)
                .toArray();
        double low = DoubleStream.of(shown).min().orElse(0);
        double high = DoubleStream.of(shown).max().orElse(0);
        double room = high - low;
        if (last != null && last.interval() != null) {
            low = Math.max(low - room / 2, Math.min(low, last.interval().low()));
            high = Math.min(high + room / 2, Math.max(high, last.interval().high()));
        }
        return Axis.ofGrowth(low, high);
    }

    private static Axis pairs(List<Integer> numbers) {
        List<Axis.Tick> ticks = new ArrayList<>();
        int step = 1 + (numbers.size() - 1) / MOST_LABELS;
        for (int i = 0; i < numbers.size(); i += step) {
            ticks.add(new Axis.Tick(i + 1, String.valueOf(numbers.get(i))));
        }
        return new Axis(0.5, numbers.size() + 0.5, ticks, "");
    }

    private static String label(PairSeries series, List<Integer> numbers) {
        StringBuilder text = new StringBuilder("Growth of " + series.key() + " by pair:");
        for (int i = 0; i < numbers.size(); i++) {
            double growth = series.growth().get(i);
            text.append(i == 0 ? " " : ", ")
                    .append(
                            Double.isNaN(growth)
                                    ? numbers.get(i) + " none"
                                    : numbers.get(i) + " " + Numbers.growth(growth));
        }
        Look last = series.last();
        if (last != null && last.growth() != null) {
            text.append("; estimate ").append(Numbers.growth(last.growth()));
            if (last.interval() != null) {
                text.append(", interval ").append(Numbers.interval(last.interval()));
            }
        }
        return Double.isFinite(series.limit()) ? text + "; limit " + Numbers.growth(series.limit()) : text.toString();
    }
}
