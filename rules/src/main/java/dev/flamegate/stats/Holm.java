package dev.flamegate.stats;

import java.util.Arrays;
import java.util.Comparator;

/** Holm's step-down procedure: the family-wise error of several tests stays below one level. */
public final class Holm {
    private Holm() {}

    /**
     * The level each test is held against, in the order given: {@code level / m} for the smallest p value,
     * {@code level / (m - 1)} for the next as long as all before it were significant, and the level of the first
     * that was not for all that follow.
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
