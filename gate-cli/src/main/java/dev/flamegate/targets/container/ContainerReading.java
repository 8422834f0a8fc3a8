package dev.flamegate.targets.container;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * A container's counters and levels at one moment, as its control group keeps them.
 *
 * @param at when they were read, by the engine's clock
 * @param cpuSeconds CPU of all its processes since its start
 * @param throttledPeriods periods in which a quota held it back, since its start
 * @param throttledSeconds time for which it was held back, summed over its CPUs
 * @param memoryBytes memory it needs now: in use, without file pages that could be dropped
 * @param memoryLimit bytes it may use; empty for no limit
 */
public record ContainerReading(
        Instant at,
        double cpuSeconds,
        long throttledPeriods,
        double throttledSeconds,
        long memoryBytes,
        OptionalLong memoryLimit) {}
