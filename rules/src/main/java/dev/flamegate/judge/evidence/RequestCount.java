package dev.flamegate.judge.evidence;

/**
 * The number of requests from which a latency is computed, in the trial with the fewest.
 *
 * @param number at least 0
 * @param part share of all requests that the same side saw, the generator or the service, in [0, 1]
 */
public record RequestCount(double number, double part) {
    /** The fewest that a median needs. */
    public static final int LEAST = 100;

    /**
     * The least share that is judged: with less, a service with a hundred endpoints would have too many criteria ever
     * to pass.
     */
    public static final double LEAST_PART = 0.05;

    /** True if the requests are enough to judge a request that a rule selects by pattern rather than by name. */
    public boolean areEnough() {
        return number >= LEAST && part >= LEAST_PART;
    }
}
