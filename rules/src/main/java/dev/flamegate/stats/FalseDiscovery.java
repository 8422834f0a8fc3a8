package dev.flamegate.stats;

import java.util.Arrays;

/**
 * The procedure of Benjamini and Hochberg ("Controlling the false discovery rate", Journal of the Royal Statistical
 * Society B 57, 1995): on average, at most a given share of the tests called significant are so by chance, if the tests
 * are independent or positively dependent.
 */
public final class FalseDiscovery {
    private FalseDiscovery() {}

    /**
     * The p value up to which tests are significant: the rate times the part of the tests that are; of one test, when
     * none is.
     *
     * @param pValues in [0, 1]
     * @param rate of false discoveries, in (0, 1)
     */
    public static double level(double[] pValues, double rate) {
        double[] sorted = pValues.clone();
        Arrays.sort(sorted);
        int significant = sorted.length;
        while (significant > 0 && sorted[significant - 1] > rate * significant / sorted.length) {
            significant--;
        }
        return rate * Math.max(1, significant) / Math.max(1, sorted.length);
    }
}
