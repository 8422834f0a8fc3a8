package dev.flamegate.targets;

/**
 * Reads a container's counters, in milliseconds: from its control group's files where the engine is on this machine,
 * else from the engine's statistics, which come once a second.
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
     * A container's counters at one moment, as its control group keeps them.
     *
     * @param cpuSeconds CPU of all its processes since its start
     * @param throttledSeconds time for which a quota throttled it since its start, summed over its CPUs
     */
    record Reading(double cpuSeconds, double throttledSeconds) {}
}
