package dev.flamegate.report.chart;

import dev.flamegate.model.Unit;
import java.util.List;

/** One measure over the time of all trials, overlaid, with warm-up and window marked for each. */
public final class TimeChart {
    private static final double WIDTH = 420;
    private static final double HEIGHT = 120;
    private static final double STRIP = 5;
    private static final Unit SECONDS = Unit.SECONDS;

    /**
     * The stretches of one trial, in seconds since its load began.
     *
     * @param start of the window; the warm-up is before it
     * @param end of the window
     */
    public record Stretch(double start, double end) {}

    private TimeChart() {}

    /**
     * Draws the lines over time.
     *
     * @param unit people read the measure in
     * @param lines x in seconds since the trial's load began, y in base units; at least one with a value
     * @param stretches one per trial
     */
    public static String draw(String label, Unit unit, List<Line> lines, List<Stretch> stretches) {
        double last = lines.stream()
                .filter(line -> line.size() > 0)
                .mapToDouble(line -> line.x(line.size() - 1))
                .max()
                .orElse(1);
        double end = stretches.stream().mapToDouble(Stretch::end).reduce(last, Math::max);
        double largest = lines.stream().mapToDouble(Line::largest).max().orElse(0);
        double strips = stretches.size() * (STRIP + 2) + 4;
        Svg svg = Svg.picture("chart", WIDTH, HEIGHT + strips + 38, label);
        Axis time = seconds(end);
        Plot plot = new Plot(svg, time, Axis.fromZero(largest, unit), WIDTH, HEIGHT);
        double warm = stretches.stream().mapToDouble(Stretch::start).max().orElse(0);
        if (warm > 0) {
            double width = plot.x(warm) - plot.x(0);
            svg.leaf("rect", "class", "warm", "x", plot.x(0), "y", Plot.TOP, "width", width, "height", HEIGHT);
            svg.text("text", "warm-up", "class", "tick", "x", plot.x(0) + 4, "y", Plot.TOP + 12);
        }
        plot.grid().labels(strips + 14);
        lines.forEach(plot::line);
        strips(svg, plot, stretches);
        return svg.markup();
    }

    private static Axis seconds(double end) {
        Axis axis = Axis.fromZero(Math.max(end, 1), SECONDS);
        List<Axis.Tick> inside = axis.ticks().stream()
                .filter(tick -> tick.value() <= end)
                .map(tick -> new Axis.Tick(tick.value(), tick.label() + " s"))
                .toList();
        return new Axis(0, Math.max(end, 1), inside, "s");
    }

    private static void strips(Svg svg, Plot plot, List<Stretch> stretches) {
        double y = plot.bottom() + 4;
        for (int i = 0; i < stretches.size(); i++) {
            Stretch stretch = stretches.get(i);
            double start = plot.x(Math.max(0, stretch.start()));
            double end = plot.x(stretch.end());
            svg.leaf(
                    "rect", "class", "strip warm", "x", plot.x(0), "y", y, "width", start - plot.x(0), "height", STRIP);
            svg.leaf(
                    "rect",
                    "class",
                    "strip t" + i % 4,
                    "x",
                    start,
                    "y",
                    y,
                    "width",
                    Math.max(0, end - start),
                    "height",
                    STRIP);
            y += STRIP + 2;
        }
    }
}
