package dev.flamegate.profile.jfr;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The profiler's settings as the recording has them, which may differ from those asked for.
 *
 * @param values settings by name, such as {@code interval}, and by event and name, such as
 *     {@code jdk.ExecutionSample#period}
 */
public record ProfilerSettings(Map<String, String> values) {
    private static final Pattern PERIOD = Pattern.compile("(\\d{1,12}) (ns|us|ms|s|m|h|d)");

    public ProfilerSettings {
        values = Map.copyOf(values);
    }

    /** The engine that took the CPU samples, such as {@code ctimer}; {@code jfr} for the JDK's own recorder. */
    public String engine() {
        return values.getOrDefault("engine", values.containsKey("jdk.ExecutionSample#period") ? "jfr" : "unknown");
    }

    /** Nanoseconds of CPU time that a CPU sample stands for; 0 when the recording does not say. */
    public long cpuInterval() {
        long interval = number("interval");
        return interval > 0 ? interval : period("jdk.ExecutionSample#period");
    }

    /** Nanoseconds that a wall clock sample stands for; 0 when the recording does not say. */
    public long wallInterval() {
        long wall = number("wall");
        return wall > 0 ? wall : values.getOrDefault("event", "").equals("wall") ? number("interval") : 0;
    }

    /** Nanoseconds that a sample of a thread in native code stands for; 0 when the recording does not say. */
    long nativeInterval() {
        return period("jdk.NativeMethodSample#period");
    }

    public boolean records(String setting) {
        return number(setting) >= 0 && !values.getOrDefault(setting, "").isEmpty();
    }

    private long number(String name) {
        try {
            return Long.parseLong(values.getOrDefault(name, "0"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private long period(String name) {
        Matcher period = PERIOD.matcher(values.getOrDefault(name, ""));
        if (!period.matches()) {
            return 0;
        }
        long unit = switch (period.group(2)) {
            case "ns" -> 1L;
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            default -> 0L; // longer than any sampling interval
        };
        return Math.multiplyExact(Long.parseLong(period.group(1)), unit);
    }
}
