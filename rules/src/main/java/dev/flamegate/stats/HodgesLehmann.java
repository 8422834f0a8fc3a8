package dev.flamegate.stats;

import java.util.Arrays;
import java.util.List;

/**
 * The Hodges-Lehmann estimate of a location ("Estimates of location based on rank tests", Annals of Mathematical
 * Statistics 34, 1963): the median of all pairwise means, including each value with itself.
 */
public final class HodgesLehmann {
    private HodgesLehmann() {}

    /** The estimate. It stays bounded even if up to 29 % of the values are arbitrarily wrong. */
    public static double estimate(List<Double> values) {
        int n = values.size();
        if (n == 0) {
            throw new IllegalArgumentException("no values: an estimate needs at least one");
        }
        double[] means = new double[n * (n + 1) / 2];
        int next = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
                means[next++] = (values.get(i) + values.get(j)) / 2;
            }
        }
        Arrays.sort(means);
        int half = means.length / 2;
        return means.length % 2 == 1 ? means[half] : (means[half - 1] + means[half]) / 2;
    }
}
