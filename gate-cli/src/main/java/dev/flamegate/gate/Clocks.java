package dev.flamegate.gate;

import dev.flamegate.format.Numbers;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Wall clock and monotonic clock side by side: they part when somebody sets the one or suspends the machine. */
final class Clocks {
    private static final double TOLERANCE = 1.0;

    private final InstantSource wall;
    private final LongSupplier nanos;
    private final long wallStart;
    private final long nanosStart;

    /** This machine's, from now on. */
    Clocks() {
        this(InstantSource.system(), System::nanoTime);
    }

    /**
     * Two clocks, from now on.
     *
     * @param nanos of a clock that is never set and stands still while the machine does
     */
    Clocks(InstantSource wall, LongSupplier nanos) {
        this.wall = wall;
        this.nanos = nanos;
        wallStart = wall.millis();
        nanosStart = nanos.getAsLong();
    }

    /** By how much they have parted since the start, in words; empty while they agree. */
    Optional<String> disagreement() {
        double ahead = (wall.millis() - wallStart) / 1e3 - (nanos.getAsLong() - nanosStart) / 1e9;
        if (Math.abs(ahead) < TOLERANCE) {
            return Optional.empty();
        }
        return Optional.of("the clock jumped " + Numbers.duration(Math.abs(ahead)) + " "
                + (ahead > 0 ? "ahead" : "back") + " during the measurement: it was set, or the machine was suspended");
    }
}
