package dev.flamegate.targets.container;

import java.time.Duration;

/**
 * How long a pull may take.
 *
 * @param silence longest time without any progress: a registry that cannot be reached shows so
 * @param whole longest time in all
 */
public record PullLimits(Duration silence, Duration whole) {
    /** For a run: fifteen seconds of silence, as an engine itself waits ten for a handshake; ten minutes in all. */
    public static final PullLimits USUAL = new PullLimits(Duration.ofSeconds(15), Duration.ofMinutes(10));

    public PullLimits {
        if (silence.isNegative() || silence.isZero() || whole.compareTo(silence) < 0) {
            throw new IllegalArgumentException(silence + ", " + whole + ": silence is above 0 and at most the whole");
        }
    }
}
