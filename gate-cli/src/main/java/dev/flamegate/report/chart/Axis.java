package dev.flamegate.report.chart;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * A scale of a chart.
 *
 * @param low value at the start, in base units
 * @param high value at the end, above {@code low}
 * @param ticks marked values, rising, each with its label
 * @param unit symbol of the labels' unit; empty for none
 */
public record Axis(double low, double high, List<Tick> ticks, String unit) {
    private static final int MOST_TICKS = 5;
    private static final double SMALLEST_GROWTH = 0.001;

    public Axis {
        ticks = List.copyOf(ticks);
        if (!(low < high)) {
            throw new IllegalArgumentException("[" + low + ", " + high + "]: an axis needs some length");
        }
    }

    /** One marked value. */
    public record Tick(double value, String label) {}

    /** An axis from 0 to at least the largest value, with round steps in the unit people read it in. */
    public static Axis fromZero(double largest, Unit unit) {
        double top = largest > 0 && Double.isFinite(largest) ? largest : unit.toBase();
        Unit shown = Numbers.scaled(top, unit);
        double step = step(top / shown.toBase());
        List<Tick> ticks = new ArrayList<>();
        int last = (int) Math.ceil(top / shown.toBase() / step - 1e-9);
        for (int i = 0; i <= last; i++) {
            ticks.add(new Tick(i * step * shown.toBase(), Numbers.number(i * step, 4)));
        }
        return new Axis(0, last * step * shown.toBase(), ticks, shown.symbol());
    }

    /** An axis at least from {@code low} to {@code high}, relative growths, with round steps in per cent. */
    static Axis ofGrowth(double low, double high) {
        double step = step(Math.max(high - low, SMALLEST_GROWTH) * 100) / 100;
        long first = (long) Math.floor(low / step + 1e-9);
        long last = Math.max((long) Math.ceil(high / step - 1e-9), first + 1);
        List<Tick> ticks = new ArrayList<>();
        for (long i = first; i <= last; i++) {
            ticks.add(new Tick(i * step, Numbers.growth(i * step)));
        }
        return new Axis(first * step, last * step, ticks, "");
    }

    /** The round step (1, 2 or 5 times a power of ten) that gives few enough ticks. */
    private static double step(double top) {
        double power = Math.pow(10, Math.floor(Math.log10(top)) - 1);
        for (double factor : new double[] {1, 2, 5, 10, 20}) {
            if (top / (power * factor) <= MOST_TICKS) {
                return power * factor;
            }
        }
        return power * 50;
    }

    /** Part of the way from the start to the end, in [0, 1]; values outside stop at the edge. */
    public double position(double value) {
        return Math.max(0, Math.min(1, (value - low) / (high - low)));
    }
}
