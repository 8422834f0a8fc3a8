package dev.flamegate.stats;

import java.util.List;

/**
 * Mean and variance of a sample.
 *
 * @param n size, at least 1
 * @param mean arithmetic mean
 * @param variance unbiased, with n - 1 degrees of freedom; 0 for a sample of one, which says nothing about its spread
 */
public record Moments(int n, double mean, double variance) {
    /**
     * The moments of some finite values.
     *
     * @throws IllegalArgumentException for no values, or one that is not finite
     */
    public static Moments of(List<Double> values) {
        return of(values.stream().mapToDouble(value -> value).toArray());
    }

    public static Moments of(double[] values) {
        int n = values.length;
        if (n == 0) {
            throw new IllegalArgumentException("no values: a sample has at least one");
        }
        double sum = 0;
        for (double value : values) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(value + ": a sample's values are finite");
            }
            sum += value;
        }
        double mean = sum / n;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return new Moments(n, mean, n > 1 ? squares / (n - 1) : 0);
    }

    /** Degrees of freedom of the variance. */
    public int degrees() {
        return n - 1;
    }
}
