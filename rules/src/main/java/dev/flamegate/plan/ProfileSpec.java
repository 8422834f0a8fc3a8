package dev.flamegate.plan;

import java.time.Duration;
import java.util.List;

/**
 * What the profiler samples.
 *
 * @param events of cpu, wall, alloc and lock; empty turns profiling off
 * @param interval CPU time between two samples, at least 4 ms
 */
public record ProfileSpec(List<String> events, Duration interval) {
    public ProfileSpec {
        events = List.copyOf(events);
    }
}
