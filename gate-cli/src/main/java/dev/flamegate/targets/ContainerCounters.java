package dev.flamegate.targets;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * Reads a container's counters, in milliseconds: from its control group's files where the engine is on this machine,
 * else from the engine's statistics, which come once a second with their time.
 */
public interface ContainerCounters extends AutoCloseable {
    /**
     * Reads everything now, or with a remote engine as of the last second.
     *
     * @throws TargetFailed when the container has ended
     */
    Reading read();

    /** Stops following the engine's statistics. */
    @Override
    void close();

    /**
     * A container's counters and levels at one moment, as its control group keeps them.
     *
     * @param at when they were read, by the engine's clock
     * @param cpuSeconds CPU of all its processes since its start
     * @param throttledPeriods periods in which a quota throttled it, since its start @param throttledSeconds time for
     * which it was throttled, summed over its CPUs
     * @param memoryBytes memory it needs now: in use, without file pages that could be dropped
     * @param memoryLimit bytes it may use; empty for no limit
     */
    record Reading(
            Instant at,
            double cpuSeconds,
            long throttledPeriods,
            double throttledSeconds,
            long memoryBytes,
            OptionalLong memoryLimit) {}
}
