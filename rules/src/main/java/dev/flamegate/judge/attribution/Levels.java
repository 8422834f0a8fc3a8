package dev.flamegate.judge.attribution;

import dev.flamegate.stats.Change;
import java.util.Arrays;
import java.util.List;

/**
 * The levels at which growths and falls of a tree's methods are significant, by how many of them are.
 *
 * <p>They belong to one tree. One true growth makes all its callers grow and so raises the level for every other
 * method; once its samples are taken out, the rest has different levels.
 *
 * @param up highest p value of a significant growth
 * @param down of a significant fall
 */
record Levels(double up, double down) {
    /** The levels that control false discoveries among these changes. */
    static Levels of(List<Change> changes) {
        return new Levels(
                level(changes.stream().mapToDouble(Change::pLarger).toArray()),
                level(changes.stream()
                        .mapToDouble(change -> change.negated().pLarger())
                        .toArray()));
    }

    private static double level(double[] pValues) {
        return level(pValues, DifferentialCost.FALSE_DISCOVERIES);
    }

    /**
     * The p value up to which tests are significant: the rate times the part of the tests that are; of one test, when
     * none is. On average, at most that rate of the tests called significant are so by chance, if the tests are
     * independent or positively dependent (Benjamini and Hochberg, "Controlling the false discovery rate", Journal of
     * the Royal Statistical Society B 57, 1995).
     *
     * @param pValues in [0, 1]
     * @param rate of false discoveries, in (0, 1)
     */
    static double level(double[] pValues, double rate) {
        double[] sorted = pValues.clone();
        Arrays.sort(sorted);
        int significant = sorted.length;
        while (significant > 0 && sorted[significant - 1] > rate * significant / sorted.length) {
            significant--;
        }
        return rate * Math.max(1, significant) / Math.max(1, sorted.length);
    }

    boolean isGrowth(Change change) {
        return change.estimate() > 0 && change.pLarger() <= up;
    }

    boolean isFall(Change change) {
        return change.estimate() < 0 && change.negated().pLarger() <= down;
    }
}
