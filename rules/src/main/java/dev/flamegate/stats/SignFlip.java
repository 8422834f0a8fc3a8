package dev.flamegate.stats;

import java.util.List;

/**
 * The exact permutation test of paired differences (Fisher, "The Design of Experiments", 1935): without a change, each
 * difference could just as well have had the other sign. It assumes nothing else about their distribution; its smallest
 * p value is 2 to the power of -n.
 */
public final class SignFlip {
    /** More differences than this would take too many permutations. */
    public static final int MAX = 24;

    private SignFlip() {}

    /**
     * One-sided p value of "no change" against "larger": the share of all sign patterns whose sum is at least the
     * one seen.
     *
     * @param differences 1 to {@value #MAX} finite values
     */
    public static double p(List<Double> differences) {
        int n = differences.size();
        if (n < 1 || n > MAX) {
            throw new IllegalArgumentException(n + " differences: the test takes 1 to " + MAX);
        }
        double[] d = differences.stream().mapToDouble(value -> value).toArray();
        double seen = 0;
        double scale = 0;
        for (double value : d) {
            seen += value;
            scale += Math.abs(value);
        }
        // Sums of the same terms in another order differ in their last bits.
        double enough = seen - 1e-12 * scale;
        double sum = -scale;
        long asLarge = sum >= enough ? 1 : 0;
        long patterns = 1L << n;
        // Gray code: each pattern differs from the one before by one sign.
        boolean[] plus = new boolean[n];
        for (long pattern = 1; pattern < patterns; pattern++) {
            int flipped = Long.numberOfTrailingZeros(pattern);
            plus[flipped] = !plus[flipped];
            sum += (plus[flipped] ? 2 : -2) * Math.abs(d[flipped]);
            if (sum >= enough) {
                asLarge++;
            }
        }
        return (double) asLarge / patterns;
    }
}
