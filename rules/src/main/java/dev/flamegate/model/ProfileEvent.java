package dev.flamegate.model;

import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The event that a profile samples, with the meaning of its weights. Everything that differs between events is defined
 * here, except where their samples come from and the statistics measured for some of them.
 */
public enum ProfileEvent implements Cost {
    /** CPU time, in nanoseconds. */
    CPU("CPU", "CPU", Unit.MILLISECONDS, false, false, Counter.CPU_PROCESS),
    /** Elapsed time of threads, running or not, in nanoseconds. */
    WALL("elapsed time", "Elapsed time of all threads", Unit.MILLISECONDS, true, false, null),
    /** Heap allocation, in bytes. */
    ALLOC("allocation", "Allocation", Unit.KIBIBYTES, false, true, Counter.ALLOCATED),
    /** Time blocked at monitors and parked at locks, in nanoseconds. */
    LOCK("waiting", "Waiting for locks", Unit.MILLISECONDS, true, true, null);

    private static final double NANOS = 1e9;

    private final String cost;
    private final String title;
    private final Unit unit;
    private final boolean waiting;
    private final boolean weighted;
    private final @Nullable Counter counter;

    ProfileEvent(String cost, String title, Unit unit, boolean waiting, boolean weighted, @Nullable Counter counter) {
        this.cost = cost;
        this.title = title;
        this.unit = unit;
        this.waiting = waiting;
        this.weighted = weighted;
        this.counter = counter;
    }

    /** Name in rules, files and reports: {@code cpu}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String resultKey() {
        return key();
    }

    @Override
    public String perRequest() {
        return "of " + cost + " per request";
    }

    /** The title of the event's flame graph. */
    public String title() {
        return title;
    }

    @Override
    public Unit unit() {
        return unit;
    }

    /** The number of units of a tree's weights in a base unit: nanoseconds per second, 1 for bytes. */
    public double perBaseUnit() {
        return unit.dimension() == Unit.Dimension.TIME ? NANOS : 1;
    }

    /** True if waiting threads have samples too, so that stacks of idle threads must be recognised. */
    public boolean isWaiting() {
        return waiting;
    }

    /** True if each sample has its own weight; otherwise it stands for the interval between two samples. */
    public boolean isWeighted() {
        return weighted;
    }

    /** The counter with the exact total that all samples together stand for, if there is one. */
    public Optional<Counter> counter() {
        return Optional.ofNullable(counter);
    }

    /** The event with a {@link #key}; empty if the key is unknown. */
    public static Optional<ProfileEvent> find(String key) {
        for (ProfileEvent event : values()) {
            if (event.key().equals(key)) {
                return Optional.of(event);
            }
        }
        return Optional.empty();
    }
}
