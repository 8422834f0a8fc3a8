package dev.flamegate.stats;

/**
 * What some pairs say of a change.
 *
 * @param change from pairs of like restarts, or from all where those are too few to say as much
 * @param used how many pairs that are
 * @param modes which restarts were slow
 */
public record Paired(Change change, int used, Modes modes) {
    /** Whether it is from pairs of like restarts alone. */
    public boolean isOfLike() {
        return used == modes.alike();
    }
}
