package dev.flamegate.stats;

import dev.flamegate.model.finding.Measurement.Bounds;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * What histogram buckets leave open about a change. Where values lie inside a bucket is unknown, so a change within one
 * bucket is no evidence, however much the interpolated values differ.
 *
 * @param low the smallest change that the buckets allow, negative or 0
 * @param high the largest one, positive or 0; both are 0 if the values are exact or lie in buckets so far apart that
 *     there certainly is a change
 */
public record Blur(double low, double high) {
    /** Nothing is left open. */
    public static final Blur NONE = new Blur(0, 0);

    private static final double LEAST = 1e-12;

    public Blur {
        if (!(low <= 0 && high >= 0)) {
            throw new IllegalArgumentException(
                    "[" + low + ", " + high + "]: what is left open includes no change at all");
        }
    }

    /**
     * For the values of pairs: what half of the pairs allow.
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
        return n == 0 ? NONE : of(median(lows), median(highs));
    }

    /** For the typical values of two samples; see {@link #paired}. */
    public static Blur unpaired(List<Bounds> before, List<Bounds> after, boolean logs) {
        if (before.isEmpty() || after.isEmpty()) {
            return NONE;
        }
        DoubleUnaryOperator scale = scale(logs);
        return of(
                change(scale, median(uppers(before)), median(lowers(after))),
                change(scale, median(lowers(before)), median(uppers(after))));
    }

    /** The same with the direction reversed. */
    public Blur negated() {
        return new Blur(-high, -low);
    }

    /** Whether there may be no change at all, for all that the buckets show. */
    public boolean isAny() {
        return low < 0 && high > 0;
    }

    /** If there certainly is a change, up or down, nothing that matters is left open. */
    private static Blur of(double low, double high) {
        return low < 0 && high > 0 ? new Blur(low, high) : NONE;
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

    /** The lower of the two in the middle, so that infinity is never averaged. */
    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) / 2];
    }
}
