package dev.flamegate.stats;

import java.util.Arrays;

/**
 * The division of an arm's values in two that leaves the least scatter inside the parts.
 *
 * @param values in the order of the pairs
 * @param median of all values
 * @param lower how many are in the lower part, at least 1
 * @param above values above this belong to the upper part
 * @param lowerMean of the lower part
 * @param upperMean of the upper part
 * @param squares sum of squares inside the parts
 */
record Split(
        double[] values, double median, int lower, double above, double lowerMean, double upperMean, double squares) {
    /** The best division of at least two values. */
    static Split of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double mean = Arrays.stream(sorted).average().orElseThrow();
        double total = 0;
        for (int i = 0; i < n; i++) {
            sorted[i] -= mean;
            total += sorted[i] * sorted[i];
        }
        int lower = 0;
        double least = Double.POSITIVE_INFINITY;
        double sum = 0;
        double lowerSum = 0;
        for (int i = 1; i < n; i++) {
            sum += sorted[i - 1];
            // Deviations from the mean sum to zero, so the upper part's sum is the lower one's with the other sign.
            double inside = total - sum * sum / i - sum * sum / (n - i);
            if (inside < least) {
                least = inside;
                lower = i;
                lowerSum = sum;
            }
        }
        double median = mean + (n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2);
        return new Split(
                values,
                median,
                lower,
                highestOf(values, lower),
                mean + lowerSum / lower,
                mean - lowerSum / (n - lower),
                Math.max(0, least));
    }

    private static double highestOf(double[] values, int lower) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[lower - 1];
    }

    /** How far the parts' means are apart. */
    double distance() {
        return upperMean - lowerMean;
    }

    /** Whether a value is nearer to the upper part than to the lower one. */
    boolean isUpper(double value) {
        return Math.abs(upperMean - value) < Math.abs(lowerMean - value);
    }

    /** Whether so few values are in the lower part that they may be freaks. */
    boolean isLowerSmall() {
        return 3 * lower <= values.length;
    }

    /**
     * Where the usual restarts of this arm are, seen from the other one.
     *
     * @param real whether the parts are two modes, not just halves of one
     */
    double usual(boolean real) {
        return real && !isLowerSmall() ? lowerMean : median;
    }
}
