package dev.flamegate.collect.http;

import java.time.Duration;

/**
 * The time and space that one request may take.
 *
 * @param time for everything: all attempts, the pauses between them, up to the last byte of the answer
 * @param attempts maximum number, at least 1
 * @param mostBytes maximum size of an answer
 */
public record ApiLimits(Duration time, int attempts, int mostBytes) {
    private static final int ATTEMPTS = 4;
    private static final int MOST_BYTES = 64 << 20;

    public ApiLimits {
        if (time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException(time + ": a request takes some time");
        }
        if (attempts < 1) {
            throw new IllegalArgumentException(attempts + ": a request is tried at least once");
        }
        if (mostBytes < 1) {
            throw new IllegalArgumentException(mostBytes + ": an answer has at least one byte");
        }
    }

    /** The usual limits: up to 4 attempts and 64 MiB within a time. */
    public static ApiLimits within(Duration time) {
        return new ApiLimits(time, ATTEMPTS, MOST_BYTES);
    }

    /** A copy with one attempt: for requests that must not happen twice, or are only useful now. */
    public ApiLimits once() {
        return new ApiLimits(time, 1, mostBytes);
    }
}
