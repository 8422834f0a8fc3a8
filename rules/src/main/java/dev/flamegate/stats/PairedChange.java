package dev.flamegate.stats;

/**
 * A change estimated from pairs of restarts.
 *
 * @param change from pairs of like restarts, or from all pairs if the like ones are too few to say as much
 * @param used number of pairs it is estimated from
 * @param modes which restarts were slow
 * @param swingPairs the number of pairs at which differences between restarts of one build no longer explain it; 0 if
 *     they cannot at all ({@link PairPrior#swingPairs})
 */
public record PairedChange(Change change, int used, Modes modes, int swingPairs) {
    /** A change that modes of restarts cannot explain. */
    public PairedChange(Change change, int used, Modes modes) {
        this(change, used, modes, 0);
    }

    /** True if only pairs of like restarts were used. */
    public boolean isOfLike() {
        return used == modes.alike();
    }
}
