package dev.flamegate.stats;

/**
 * A change estimated from pairs of restarts.
 *
 * @param change from pairs of like restarts, or from all pairs where the like ones are too few to say as much
 * @param used number of pairs it is estimated from
 * @param modes which restarts were slow
 */
public record PairedChange(Change change, int used, Modes modes) {
    /** Whether only pairs of like restarts were used. */
    public boolean isOfLike() {
        return used == modes.alike();
    }
}
