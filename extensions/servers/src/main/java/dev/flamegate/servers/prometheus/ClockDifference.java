package dev.flamegate.servers.prometheus;

import java.time.Duration;
import java.time.Instant;

/**
 * The difference between a server's clock and this machine's.
 *
 * @param ahead how much the server's is ahead; negative when it is behind
 * @param doubt how far off that may be, either way, not negative
 */
public record ClockDifference(Duration ahead, Duration doubt) {
    public ClockDifference {
        if (doubt.isNegative()) {
            throw new IllegalArgumentException(doubt + ": a doubt is not negative");
        }
    }

    /**
     * Computes the difference from one request: at some moment between sending and receiving, the server's clock showed
     * {@code shown}.
     *
     * @param coarseness how far off what the server shows may be, either way
     */
    static ClockDifference of(Instant sent, Instant received, Instant shown, Duration coarseness) {
        Duration half = Duration.between(sent, received).dividedBy(2);
        return new ClockDifference(
                Duration.between(sent.plus(half), shown), half.abs().plus(coarseness));
    }

    /** The time on the server's clock at a time of this machine's. */
    public Instant toServer(Instant here) {
        return here.plus(ahead);
    }

    /** True if the clocks surely differ by more than a length of time. */
    public boolean exceeds(Duration length) {
        return ahead.abs().minus(doubt).compareTo(length) > 0;
    }

    /** True if both differences can be true. */
    boolean agrees(ClockDifference other) {
        return ahead.minus(other.ahead).abs().compareTo(doubt.plus(other.doubt)) <= 0;
    }
}
