package dev.flamegate.collect.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** The time left for one request, and the pauses between its attempts. */
final class Patience {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LEAST = Duration.ofMillis(1);

    private final long deadline;
    private final int most;
    private int attempts = 1;

    Patience(ApiLimits limits) {
        deadline = System.nanoTime() + limits.time().toNanos();
        most = limits.attempts();
    }

    /** Time until the limit, at least a millisecond. */
    Duration left() {
        Duration left = Duration.ofNanos(deadline - System.nanoTime());
        return left.compareTo(LEAST) < 0 ? LEAST : left;
    }

    /** Attempts started. */
    int attempts() {
        return attempts;
    }

    /** Pauses before another attempt, twice as long each time; false when no attempt or no time is left. */
    boolean pause() throws InterruptedException {
        return pause(FIRST_PAUSE.multipliedBy(1L << Math.min(10, attempts - 1)));
    }

    /** Pauses for as long as the server asks for; without such a wish, twice as long each time. */
    boolean pause(Optional<String> retryAfter) throws InterruptedException {
        Optional<Duration> asked = retryAfter.flatMap(Patience::asked);
        return asked.isPresent() ? pause(asked.get()) : pause();
    }

    private boolean pause(Duration length) throws InterruptedException {
        if (attempts >= most || length.compareTo(left()) >= 0) {
            return false;
        }
        attempts++;
        Thread.sleep(length.toMillis());
        return true;
    }

    /** Parses a wait in seconds, or a date. */
    private static Optional<Duration> asked(String text) {
        try {
            if (text.strip().matches("\\d{1,9}")) {
                return Optional.of(Duration.ofSeconds(Long.parseLong(text.strip())));
            }
            Instant date = ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration until = Duration.between(Instant.now(), date);
            return Optional.of(until.isNegative() ? Duration.ZERO : until);
        } catch (DateTimeException e) {
            return Optional.empty(); // ignored
        }
    }
}
