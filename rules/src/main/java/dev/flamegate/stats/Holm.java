package dev.flamegate.stats;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Holm's step-down procedure ("A simple sequentially rejective multiple test procedure", Scandinavian Journal of
 * Statistics 6, 1979): keeps the family-wise error of several tests below one level.
 */
public final class Holm {
    private Holm() {}

    /**
     * The level each test is compared with, in the order given: {@code level / m} for the smallest p value,
     * {@code level / (m - 1)} for the next as long as all before it were significant; after the first that was not, all
     * get its level.
     *
     * @param pValues in [0, 1]
     * @param level family-wise, in (0, 1)
     */
    public static double[] levels(double[] pValues, double level) {
        int m = pValues.length;
        Integer[] byP = new Integer[m];
        Arrays.setAll(byP, i -> i);
        Arrays.sort(byP, Comparator.comparingDouble(i -> pValues[i]));
        double[] levels = new double[m];
        double held = level / Math.max(1, m);
        boolean open = true;
        for (int rank = 0; rank < m; rank++) {
            if (open) {
                held = level / (m - rank);
                open = pValues[byP[rank]] <= held;
            }
            levels[byP[rank]] = held;
        }
        return levels;
    }
}
