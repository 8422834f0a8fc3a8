package dev.flamegate.runtime;

import dev.flamegate.collect.CounterSource;
import dev.flamegate.collect.ProfileSource;
import dev.flamegate.collect.probe.ProbeFacts;
import java.nio.file.Path;

/** A target that was started, with everything that reports on it. Closing it ends them all. */
public interface RunningTarget extends AutoCloseable {
    /**
     * Waits for the target's first ready answer, then for the sources that report on it.
     *
     * @throws dev.flamegate.targets.TargetFailed when the target ends, or is not ready in time
     * @throws dev.flamegate.collect.CollectionFailed when something that should report on it does not
     */
    Ready awaitReady() throws InterruptedException;

    /**
     * Checks that the target and its sources of measurements still run.
     *
     * @throws dev.flamegate.targets.TargetFailed when something has ended
     */
    void checkAlive();

    /** The log file of the target's output; does not exist for a target that was started elsewhere. */
    Path log();

    /**
     * Keeps the target within its limits from now on; it may have started and warmed up outside of them.
     *
     * @throws dev.flamegate.targets.TargetFailed when it cannot be kept there
     */
    void limit() throws InterruptedException;

    /** Ends the target alone: the data that it sent can be read until {@link #close}. */
    void stop();

    @Override
    void close();

    /**
     * The sources by which a ready target is measured.
     *
     * @param startup seconds from the start of the target to its first ready answer; NaN for one that already ran, or
     *     that had more CPUs for its start than for its measurement
     * @param facts what its virtual machine reports about itself; empty texts and zeros where nothing reports them
     */
    record Ready(
            double startup, CounterSource counters, ProfileSource profiles, MetricsSource metrics, ProbeFacts facts) {}
}
