package dev.flamegate.stats;

import java.util.Arrays;

/** The division of an arm's values in two that leaves the least scatter inside the parts. */
final class Split {
    private final double[] sorted;
    private final int lower;
    private final double lowerMean;
    private final double upperMean;
    private final double squares;

    private Split(double[] sorted, int lower, double lowerMean, double upperMean, double squares) {
        this.sorted = sorted;
        this.lower = lower;
        this.lowerMean = lowerMean;
        this.upperMean = upperMean;
        this.squares = squares;
    }

    /** The best division of at least two values. */
    static Split of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double mean = Arrays.stream(sorted).average().orElseThrow();
        double total = 0;
        for (double value : sorted) {
            total += (value - mean) * (value - mean);
        }
        int lower = 0;
        double least = Double.POSITIVE_INFINITY;
        double sum = 0;
        double lowerSum = 0;
        for (int i = 1; i < n; i++) {
            sum += sorted[i - 1] - mean;
            // Deviations from the mean sum to zero, so the upper part's sum is the lower one's with the other sign.
            double inside = total - sum * sum / i - sum * sum / (n - i);
            if (inside < least) {
                least = inside;
                lower = i;
                lowerSum = sum;
            }
        }
        return new Split(sorted, lower, mean + lowerSum / lower, mean - lowerSum / (n - lower), Math.max(0, least));
    }

    /** Sum of squares inside the parts. */
    double squares() {
        return squares;
    }

    /** Whether a value of the arm is in its upper part. */
    boolean hasAbove(double value) {
        return value > sorted[lower - 1];
    }

    double median() {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /** How far the parts' means are apart. */
    double distance() {
        return upperMean - lowerMean;
    }

    /** Whether a value of any arm is nearer to the upper part than to the lower one. */
    boolean isUpper(double value) {
        return Math.abs(upperMean - value) < Math.abs(lowerMean - value);
    }

    /** Whether so few values are in the lower part that they may be freaks. */
    boolean isLowerSmall() {
        return 3 * lower <= sorted.length;
    }

    /**
     * Where the usual restarts of this arm are, seen from the other one.
     *
     * @param real whether the parts are two modes, not just halves of one
     */
    double usual(boolean real) {
        return real && !isLowerSmall() ? lowerMean : median();
    }
}
