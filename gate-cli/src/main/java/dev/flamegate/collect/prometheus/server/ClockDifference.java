package dev.flamegate.collect.prometheus.server;

import java.time.Duration;
import java.time.Instant;

/**
 * How far a server's clock is from this machine's.
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

    /** What the server's clock showed at a time of this machine's. */
    public Instant toServer(Instant here) {
        return here.plus(ahead);
    }

    /** What this machine's clock showed at a time of the server's. */
    public Instant toHere(Instant server) {
        return server.minus(ahead);
    }

    /** Whether the clocks surely differ by more than a length of time. */
    public boolean exceeds(Duration length) {
        return ahead.abs().minus(doubt).compareTo(length) > 0;
    }
}
