package dev.flamegate.load.results;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** An observation of a load tool. Times are microseconds since the epoch. */
public sealed interface ResultRecord {
    String name();

    long startMicros();

    long endMicros();

    /**
     * One request.
     *
     * @param message why it failed; empty when it did not
     */
    record Request(String name, long startMicros, long endMicros, boolean ok, String message) implements ResultRecord {
        public Request {
            if (endMicros < startMicros) {
                throw new IllegalArgumentException("the request ends before it starts");
            }
        }
    }

    /**
     * The requests of one name that ended within an interval.
     *
     * @param latencies of the successful ones, in microseconds with three digits; {@code null} where the tool does not
     *     keep them
     */
    record Interval(
            String name,
            long startMicros,
            long endMicros,
            long ok,
            long failed,
            @Nullable Histogram latencies) implements ResultRecord {
        public Interval {
            if (endMicros < startMicros || ok < 0 || failed < 0) {
                throw new IllegalArgumentException("the interval ends before it starts, or counts below 0");
            }
        }
    }
}
