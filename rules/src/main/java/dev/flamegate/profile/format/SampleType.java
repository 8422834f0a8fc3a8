package dev.flamegate.profile.format;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Unit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The meaning of a sample's value.
 *
 * @param type its name, such as {@code cpu} or {@code alloc_space}
 * @param unit as tools write it, such as {@code nanoseconds}, {@code bytes} or {@code count}
 */
public record SampleType(String type, String unit) {
    private static final Map<String, Long> TIMES = Map.of(
            "nanoseconds", 1L,
            "ns", 1L,
            "microseconds", 1_000L,
            "us", 1_000L,
            "milliseconds", 1_000_000L,
            "ms", 1_000_000L,
            "seconds", 1_000_000_000L,
            "s", 1_000_000_000L);
    private static final Map<String, Long> SIZES =
            Map.of("bytes", 1L, "byte", 1L, "kilobytes", 1L << 10, "megabytes", 1L << 20, "gigabytes", 1L << 30);
    /** Names of other tools for values of time; each event's own name is known as well. */
    private static final Map<String, ProfileEvent> TIMED = Map.of(
            "delay", ProfileEvent.LOCK,
            "locks", ProfileEvent.LOCK,
            "contentions", ProfileEvent.LOCK,
            // async-profiler names what takes the samples.
            "lock_tracer", ProfileEvent.LOCK,
            "ctimer", ProfileEvent.CPU,
            "itimer", ProfileEvent.CPU,
            "perf_events", ProfileEvent.CPU);

    /** Names of other tools for sizes; each event's own name is known as well. */
    private static final Map<String, ProfileEvent> SIZED = Map.of(
            "allocations", ProfileEvent.ALLOC,
            "alloc_space", ProfileEvent.ALLOC,
            "alloc_bytes", ProfileEvent.ALLOC,
            "alloc_in_new_tlab_bytes", ProfileEvent.ALLOC,
            "alloc_outside_tlab_bytes", ProfileEvent.ALLOC,
            "alloc_tracer", ProfileEvent.ALLOC,
            "object_sampler", ProfileEvent.ALLOC);

    /** The type that a tree of this event is written under, in its base unit. */
    public static SampleType of(ProfileEvent event) {
        String unit = event.unit().dimension() == Unit.Dimension.TIME ? "nanoseconds" : "bytes";
        return switch (event) {
            case ALLOC -> new SampleType("alloc_space", unit);
            case LOCK -> new SampleType("delay", unit);
            default -> new SampleType(event.key(), unit);
        };
    }

    /** The event that values of this type measure; empty for counts and for anything that is not measured here. */
    public Optional<ProfileEvent> event() {
        String name = type.toLowerCase(Locale.ROOT);
        Map<String, ProfileEvent> known = isTime() ? TIMED : isSize() ? SIZED : Map.of();
        Optional<ProfileEvent> own = ProfileEvent.find(name)
                .filter(event -> isTime()
                        ? event.unit().dimension() == Unit.Dimension.TIME
                        : isSize() && event.unit().dimension() == Unit.Dimension.SIZE);
        return own.or(() -> Optional.ofNullable(known.get(name)));
    }

    /** True if values are stretches of time. */
    boolean isTime() {
        return TIMES.containsKey(unit);
    }

    private boolean isSize() {
        return SIZES.containsKey(unit);
    }

    /**
     * A value in its base unit: nanoseconds or bytes; counts stay as they are.
     *
     * @throws IllegalArgumentException when it has no room in 63 bits
     */
    public long toBase(long value) {
        long factor = isTime() ? TIMES.getOrDefault(unit, 1L) : SIZES.getOrDefault(unit, 1L);
        try {
            return Math.multiplyExact(value, factor);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(value + " " + unit + ": more than any real profile measures", e);
        }
    }
}
