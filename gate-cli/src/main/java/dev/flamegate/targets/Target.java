package dev.flamegate.targets;

import java.net.URI;
import java.nio.file.Path;

/** A service under test that has been started. */
public interface Target extends AutoCloseable {
    /** Where it answers, without a path. */
    URI baseUrl();

    /** Its process, as the probe in it knows it. */
    long pid();

    /**
     * Waits for its first ready answer.
     *
     * @return seconds from its start until then
     * @throws TargetFailed when it ends or the time is over before
     */
    double awaitReady() throws InterruptedException;

    /**
     * Checks that it still runs.
     *
     * @throws TargetFailed when it has ended
     */
    void checkAlive();

    /** The file its output goes to. */
    Path log();

    /** Ends it and its children; does nothing when it has ended. */
    @Override
    void close();
}
