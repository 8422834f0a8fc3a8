package dev.flamegate.model;

import java.time.Duration;
import java.time.Instant;

/**
 * A stretch of time; events at {@code start} are inside, events at {@code end} are not.
 *
 * @param start wall-clock start
 * @param end wall-clock end, not before {@code start}
 */
public record Window(Instant start, Instant end) {
    public Window {
        if (end.isBefore(start)) {
            throw new IllegalArgumentException(end + ": a window must not end before its start " + start);
        }
    }

    public Duration length() {
        return Duration.between(start, end);
    }

    public double seconds() {
        return length().toNanos() / 1e9;
    }
}
