package dev.flamegate.judge.evidence;

/**
 * How many requests a latency is of, in the trial that has fewest.
 *
 * @param number at least 0
 * @param part of all requests on its side, the generator's or the service's, in [0, 1]
 */
public record RequestCount(double number, double part) {
    /** As many as a median takes. */
    public static final int LEAST = 100;

    /** Of fewer, a service with a hundred endpoints would have too many criteria ever to pass. */
    public static final double LEAST_PART = 0.05;

    /** Whether a request that a pattern selects, and nobody named, is judged by them. */
    public boolean areEnough() {
        return number >= LEAST && part >= LEAST_PART;
    }
}
