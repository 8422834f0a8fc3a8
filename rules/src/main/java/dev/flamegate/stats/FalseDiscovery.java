package dev.flamegate.stats;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The procedure of Benjamini and Hochberg ("Controlling the false discovery rate", Journal of the Royal Statistical Society B
 * 57, 1995): on average at most a given part of the tests called significant is so by chance, if the tests are independent
 * or positively dependent.
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
