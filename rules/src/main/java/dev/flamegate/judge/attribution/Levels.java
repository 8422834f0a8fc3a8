package dev.flamegate.judge.attribution;

import dev.flamegate.stats.Change;
import dev.flamegate.stats.FalseDiscovery;
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
        return FalseDiscovery.level(pValues, DifferentialCost.FALSE_DISCOVERIES);
    }

    boolean isGrowth(Change change) {
        return change.estimate() > 0 && change.pLarger() <= up;
    }

    boolean isFall(Change change) {
        return change.estimate() < 0 && change.negated().pLarger() <= down;
    }
}
