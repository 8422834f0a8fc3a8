package dev.flamegate.stats;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The procedure of Benjamini and Hochberg (1995): of the tests called significant, at most a given part is so by chance,
 * in the mean and for tests that are independent or err together.
 */
public final class FalseDiscovery {
    private FalseDiscovery() {}

    /**
     * The p value up to which tests are significant; empty when none is.
     *
     * @param pValues in [0, 1]
     * @param rate of false discoveries, in (0, 1)
     */
    public static OptionalDouble level(double[] pValues, double rate) {
        double[] sorted = pValues.clone();
        Arrays.sort(sorted);
        for (int rank = sorted.length; rank > 0; rank--) {
            if (sorted[rank - 1] <= rate * rank / sorted.length) {
                return OptionalDouble.of(sorted[rank - 1]);
            }
        }
        return OptionalDouble.empty();
    }
}
