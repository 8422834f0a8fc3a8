package dev.flamegate.report.chart;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.Unit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Latency by percentile, the percentiles spread so that the tail can be seen: every further nine takes the same width.
 */
public final class PercentileChart {
    private static final double WIDTH = 420;
    private static final double HEIGHT = 150;
    private static final double HIGHEST_NINES = 4;
    private static final int STEPS_PER_NINE = 16;
    private static final List<String> LABELS = List.of("0", "90", "99", "99.9", "99.99");

    private PercentileChart() {}

    /**
     * Draws the curves up to the highest percentile that the smaller count still supports.
     *
     * @param name of the requests
     * @param candidate not empty
     * @param baseline drawn next to it; {@code null} or empty for none
     */
    public static String draw(String name, LatencyHistogram candidate, @Nullable LatencyHistogram baseline) {
        LatencyHistogram other = baseline == null || baseline.count() == 0 ? null : baseline;
        double nines = nines(other == null ? candidate.count() : Math.min(candidate.count(), other.count()));
        Line now = line("candidate", candidate, nines);
        Line before = other == null ? null : line("baseline", other, nines);
        double largest = Math.max(now.largest(), before == null ? 0 : before.largest());
        Svg svg = Svg.picture("chart", WIDTH, HEIGHT + 40, label(name, candidate, other));
        Plot plot = new Plot(svg, axis(nines), Axis.fromZero(largest, Unit.MILLISECONDS), WIDTH, HEIGHT);
        plot.grid().labels(16);
        if (before != null) {
            plot.line(before);
        }
        plot.line(now);
        return svg.markup();
    }

    private static double nines(long count) {
        return Math.max(1, Math.min(HIGHEST_NINES, Math.floor(Math.log10((double) Math.max(count, 10)))));
    }

    private static Axis axis(double nines) {
        List<Axis.Tick> ticks = new ArrayList<>();
        for (int i = 0; i <= nines; i++) {
            ticks.add(new Axis.Tick(i, LABELS.get(i)));
        }
        ticks.add(1, new Axis.Tick(Math.log10(2), "50"));
        return new Axis(0, nines, ticks, "%");
    }

    private static Line line(String cssClass, LatencyHistogram latency, double nines) {
        int steps = (int) Math.round(nines * STEPS_PER_NINE);
        double[] x = new double[steps + 1];
        double[] y = new double[steps + 1];
        for (int i = 0; i <= steps; i++) {
            x[i] = nines * i / steps;
            y[i] = latency.percentile(100 * (1 - Math.pow(10, -x[i])));
        }
        return new Line(cssClass, x, y);
    }

    private static String label(String name, LatencyHistogram candidate, @Nullable LatencyHistogram baseline) {
        String now =
                "Latency of " + name + " by percentile: median " + at(candidate, 50) + ", 99th " + at(candidate, 99);
        return baseline == null ? now : now + "; baseline: median " + at(baseline, 50) + ", 99th " + at(baseline, 99);
    }

    private static String at(LatencyHistogram latency, double percentile) {
        return Numbers.quantity(latency.percentile(percentile), Unit.MILLISECONDS);
    }
}
