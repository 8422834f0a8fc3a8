package dev.flamegate.gate.measure;

import dev.flamegate.format.Numbers;
import java.util.Optional;

/** Wall clock and monotonic clock side by side: they diverge when the wall clock is set or the machine is suspended. */
final class Clocks {
    private static final double TOLERANCE = 1.0;

    private final Time time;
    private final long wallStart;
    private final long nanosStart;

    /** Starts both clocks. */
    Clocks(Time time) {
        this.time = time;
        wallStart = time.now().toEpochMilli();
        nanosStart = time.nanos();
    }

    /** The divergence of the clocks since the start, in words; empty while they agree. */
    Optional<String> disagreement() {
        double ahead = (time.now().toEpochMilli() - wallStart) / 1e3 - (time.nanos() - nanosStart) / 1e9;
        if (Math.abs(ahead) < TOLERANCE) {
            return Optional.empty();
        }
        return Optional.of("the clock jumped " + Numbers.duration(Math.abs(ahead)) + " "
                + (ahead > 0 ? "ahead" : "back") + " during the measurement: it was set, or the machine was suspended");
    }
}
