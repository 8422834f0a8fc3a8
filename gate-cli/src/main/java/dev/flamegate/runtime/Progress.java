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

    /** What the current stage observes, such as {@code 40 requests/s, JIT 3 %}; may come every second. */
    void detail(String detail);

    /** Something worth a line of its own, such as where a comparison stands after a pair. */
    void note(String message);

    /** Something people should read even when the progress is gone. */
    void warn(String message);
}
