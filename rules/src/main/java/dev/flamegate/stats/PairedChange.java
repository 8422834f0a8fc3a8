package dev.flamegate.stats;

/**
 * A change estimated from pairs of restarts.
 *
 * @param change from pairs of like restarts, or from all pairs if the like ones are too few to say as much
 * @param used number of pairs it is estimated from
 * @param modes which restarts were slow
 * @param swing whether restarts of one build may differ by as much as this ({@link PairPrior#isSwing})
 */
public record PairedChange(Change change, int used, Modes modes, boolean swing) {
    /** A change that modes of restarts cannot explain. */
    public PairedChange(Change change, int used, Modes modes) {
        this(change, used, modes, false);
    }

    /** True if only pairs of like restarts were used. */
    public boolean isOfLike() {
        return used == modes.alike();
    }
}
