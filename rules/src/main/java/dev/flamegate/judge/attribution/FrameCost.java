package dev.flamegate.judge.attribution;

import dev.flamegate.stats.Change;

/**
 * The cost of one method per request in both arms: seconds, or bytes of allocation.
 *
 * @param frame canonical name, or a bucket of the machine's own threads
 * @param line where it costs most; 0 when unknown
 * @param self in the method itself
 * @param inclusive in it or below it, each sample counted once
 */
public record FrameCost(String frame, int line, Cost self, Cost inclusive) {
    /**
     * A cost in both arms.
     *
     * @param change its estimate is {@code candidate - baseline}, means over trials
     * @param tested whether there are samples enough to judge the change
     * @param significant whether the change, up or down, is distinguishable from noise; never when it was not tested
     */
    public record Cost(double baseline, double candidate, Change change, boolean tested, boolean significant) {
        /** This cost as a part of a whole, which is above 0. */
        Cost over(double whole) {
            Change part = new Change(change.estimate() / whole, change.error() / whole, change.degrees());
            return new Cost(baseline / whole, candidate / whole, part, tested, significant);
        }
    }
}
