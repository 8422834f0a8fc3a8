package dev.flamegate.targets;

import java.net.URI;
import java.nio.file.Path;

/** A service under test that has been started. */
public interface Target extends AutoCloseable {
    /** The target's address, without a path. */
    URI baseUrl();

    /** The target's process id, as the probe in it sees it. */
    long pid();

    /**
     * Waits for the target's first ready answer.
     *
     * @return seconds from its start until then
     * @throws TargetFailed when it ends or the time is over before
     */
    double awaitReady() throws InterruptedException;

    /**
     * Checks that the target still runs.
     *
     * @throws TargetFailed when it has ended
     */
    void checkAlive();

    /** The file that the target's output goes to. */
    Path log();

    /** Ends the target and its children. Idempotent. */
    @Override
    void close();
}
