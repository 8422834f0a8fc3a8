package dev.flamegate.stats;

import dev.flamegate.model.finding.Measurement.Bounds;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The doubt that histogram buckets leave about a change. Where values lie inside a bucket is unknown, so a change
 * within one bucket is no evidence, however much the interpolated values differ.
 *
 * @param low the smallest change that the buckets allow
 * @param high the largest one, at least {@code low}; both are 0 if the values are exact
 */
public record Blur(double low, double high) {
    public static final Blur NONE = new Blur(0, 0);

    private static final double LEAST = 1e-12;

    public Blur {
        if (!(low <= high)) {
            throw new IllegalArgumentException("[" + low + ", " + high + "]: bounds of a change must be in order");
        }
    }

    /**
     * The doubt about the values of pairs: what half of the pairs allow.
     *
     * @param before bounds of the baseline's values; none when they are exact
     * @param after those of the candidate's, pair by pair
     * @param logs whether changes are logarithms of ratios, else differences
     */
    public static Blur paired(List<Bounds> before, List<Bounds> after, boolean logs) {
        int n = Math.min(before.size(), after.size());
        double[] lows = new double[n];
        double[] highs = new double[n];
        DoubleUnaryOperator scale = scale(logs);
        for (int i = 0; i < n; i++) {
            lows[i] = change(scale, before.get(i).upper(), after.get(i).lower());
            highs[i] = change(scale, before.get(i).lower(), after.get(i).upper());
        }
        return n == 0 ? NONE : new Blur(Median.lower(lows), Median.lower(highs));
    }

    /** The doubt about the typical values of two samples; see {@link #paired}. */
    public static Blur unpaired(List<Bounds> before, List<Bounds> after, boolean logs) {
        if (before.isEmpty() || after.isEmpty()) {
            return NONE;
        }
        DoubleUnaryOperator scale = scale(logs);
        return new Blur(
                change(scale, Median.lower(uppers(before)), Median.lower(lowers(after))),
                change(scale, Median.lower(lowers(before)), Median.lower(uppers(after))));
    }

    public Blur negated() {
        return new Blur(-high, -low);
    }

    /** True if the buckets leave open whether the change is at least as large as another one. */
    public boolean leavesOpen(double change) {
        return low < change && change <= high;
    }

    /** The largest change that values in the same buckets as these may hide. */
    public double hides() {
        return low == high ? 0 : (high - low) / 2;
    }

    private static double change(DoubleUnaryOperator scale, double from, double to) {
        return from == to ? 0 : scale.applyAsDouble(to) - scale.applyAsDouble(from);
    }

    private static DoubleUnaryOperator scale(boolean logs) {
        return logs ? value -> Math.log(Math.max(LEAST, value)) : DoubleUnaryOperator.identity();
    }

    private static double[] lowers(List<Bounds> bounds) {
        return bounds.stream().mapToDouble(Bounds::lower).toArray();
    }

    private static double[] uppers(List<Bounds> bounds) {
        return bounds.stream().mapToDouble(Bounds::upper).toArray();
    }
}
