package dev.flamegate.model.finding;

import dev.flamegate.model.Interval;
import org.jspecify.annotations.Nullable;

/**
 * A part of the time that a request takes on average, and its growth.
 *
 * @param baseline seconds per request
 * @param candidate seconds per request
 * @param change of it, seconds per request; of infinite width with fewer than two trials
 * @param where the frame in which most of the growth is waited; {@code null} where none has most of it, and for what is
 *     not waiting
 */
public record LatencyPart(
        Kind kind,
        double baseline,
        double candidate,
        Interval change,
        @Nullable String where) {
    /** Confidence of {@link #change}. */
    public static final double CONFIDENCE = 0.95;

    public double grown() {
        return candidate - baseline;
    }

    /** True if the part grew for certain, as far as its interval says. */
    public boolean isCertain() {
        return change.low() > 0;
    }

    /** True if the change is known so badly that its interval is wider than {@code growth} to either side of nothing. */
    public boolean isNoise(double growth) {
        return Double.isFinite(change.high() - change.low()) && change.low() < -growth && change.high() > growth;
    }

    /** A state of the threads that serve a request. */
    public enum Kind {
        CPU("CPU"),
        RUN_QUEUE("waiting for a CPU"),
        GC("waiting for the garbage collector"),
        LOCK("waiting for locks"),
        POOL("waiting for a pool or another thread"),
        IO("input and output, with what answers it"),
        SLEEP("asleep"),
        OTHER_WAIT("waiting for something else"),
        /** The latency less all others. */
        UNSEEN("not in profiles");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** The part, for people. */
        public String words() {
            return words;
        }

        /** Name in files: {@code run-queue}. */
        public String key() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }
}
