package dev.flamegate.stats;

/**
 * How often restarts of past comparisons were slow, in both arms.
 *
 * @param slow number of slow ones
 * @param restarts number of all of them, at least {@code slow}
 */
public record SlowRate(int slow, int restarts) {
    /** Nothing is known of the past. */
    static final SlowRate UNSEEN = new SlowRate(0, 0);

    public SlowRate {
        if (slow < 0 || restarts < slow) {
            throw new IllegalArgumentException(slow + " of " + restarts + ": a part of the restarts is slow");
        }
    }

    SlowRate and(SlowRate other) {
        return new SlowRate(slow + other.slow, restarts + other.restarts);
    }
}
