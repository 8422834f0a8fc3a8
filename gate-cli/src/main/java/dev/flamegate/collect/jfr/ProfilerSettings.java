package dev.flamegate.collect.jfr;

import java.util.Map;

/**
 * How the profiler was set, as the recording itself says: what was asked for may be something else.
 *
 * @param values settings by name, such as {@code interval}
 */
record ProfilerSettings(Map<String, String> values) {
    ProfilerSettings {
        values = Map.copyOf(values);
    }

    /** What took the CPU samples, such as {@code ctimer}. */
    String engine() {
        return values.getOrDefault("engine", "unknown");
    }

    /** Nanoseconds of CPU time that a CPU sample stands for; 0 when the recording does not say. */
    long cpuInterval() {
        return number("interval");
    }

    /** Nanoseconds that a wall clock sample stands for; 0 when the recording does not say. */
    long wallInterval() {
        long wall = number("wall");
        return wall > 0 ? wall : values.getOrDefault("event", "").equals("wall") ? number("interval") : 0;
    }

    /** Whether this event was recorded at all. */
    boolean records(String setting) {
        return number(setting) >= 0 && !values.getOrDefault(setting, "").isEmpty();
    }

    private long number(String name) {
        try {
            return Long.parseLong(values.getOrDefault(name, "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
