package dev.flamegate.gate;

import java.time.Duration;

/** Told how far one stage of a measurement is. */
interface StageProgress {
    /** A stage begins or goes on, with the time left of the stage itself as far as known. */
    void stage(String stage, Duration left);

    /** What it sees. */
    void detail(String detail);
}
