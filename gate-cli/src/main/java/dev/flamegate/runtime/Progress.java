package dev.flamegate.runtime;

import java.time.Duration;

/** Receives the progress of a run, for people who wait. */
public interface Progress {
    /**
     * A stage begins; the one before has ended.
     *
     * @param stage a few words, such as {@code trial 2 of 3: measuring}
     * @param left time until the whole run is over, as far as known
     */
    void stage(String stage, Duration left);

    /** Shows what the current stage observes, such as {@code 40 requests/s, JIT 3 %}; may be called every second. */
    void detail(String detail);

    /** Shows a message on a separate line, such as the state of a comparison after a pair. */
    void note(String message);

    /** Shows a message that people should read even when the progress is gone. */
    void warn(String message);
}
