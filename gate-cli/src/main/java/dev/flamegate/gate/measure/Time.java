package dev.flamegate.gate.measure;

import java.time.Duration;
import java.time.Instant;

/** The clocks of a measurement. Tests use a fast one. */
public interface Time {
    /** The wall clock. */
    Instant now();

    /** Nanoseconds of a clock that is never set and stands still while the machine is suspended. */
    long nanos();

    /** Waits; returns at once for a duration of zero. */
    void sleep(Duration duration) throws InterruptedException;

    Time SYSTEM = new Time() {
        @Override
        public Instant now() {
            return Instant.now();
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            Thread.sleep(duration.toMillis());
        }
    };
}
