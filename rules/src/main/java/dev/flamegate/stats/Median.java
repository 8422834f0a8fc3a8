package dev.flamegate.stats;

import java.util.Arrays;

/** The value in the middle of some. */
public final class Median {
    private Median() {}

    /** The value in the middle, or the mean of the two there. */
    public static double of(double[] values) {
        double[] sorted = sorted(values);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /** The value in the middle, or the lower of the two there, so that infinity is never averaged. */
    static double lower(double[] values) {
        return sorted(values)[(values.length - 1) / 2];
    }

    private static double[] sorted(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted;
    }
}
