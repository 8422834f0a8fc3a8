package dev.flamegate.profile;

import dev.flamegate.profile.names.Origin;

/**
 * The cost of one method in a profile, or in two that were brought to one unit. An observation, not a test.
 *
 * @param name canonical name, or the bucket of the virtual machine's own threads
 * @param original what a recording called it; the canonical name when nothing was taken out of it
 * @param line where it costs most; 0 when unknown
 * @param self cost of the samples that end in it
 * @param total cost of the samples that have it anywhere on their stack, each counted once
 */
public record MethodCost(String name, String original, int line, Cost self, Cost total) {
    /** A change below this part of a cost is rounding. */
    private static final double ROUNDING = 1e-12;

    /**
     * A cost on both sides.
     *
     * @param baseline 0 where the method was not there; NaN without a baseline
     * @param candidate 0 where the method is gone
     * @param share part of everything that the candidate, or the only profile, cost, in [0, 1]
     */
    public record Cost(double baseline, double candidate, double share) {
        /** The candidate's cost less the baseline's; NaN without a baseline. */
        public double change() {
            double change = candidate - baseline;
            return Math.abs(change) < ROUNDING * candidate ? 0 : change;
        }
    }

    public Origin origin() {
        return Origin.of(name);
    }
}
