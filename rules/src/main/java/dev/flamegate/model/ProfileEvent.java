package dev.flamegate.model;

import java.util.Locale;
import java.util.Optional;

/** What a profile samples, and what its weights are. */
public enum ProfileEvent {
    /** CPU time, in nanoseconds. */
    CPU,
    /** Elapsed time of threads, running or not, in nanoseconds. */
    WALL,
    /** Heap allocation, in bytes. */
    ALLOC,
    /** Time blocked at monitors and parked at locks, in nanoseconds. */
    LOCK;

    /** Name in rules, files and reports: {@code cpu}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ProfileEvent> find(String key) {
        for (ProfileEvent event : values()) {
            if (event.key().equals(key)) {
                return Optional.of(event);
            }
        }
        return Optional.empty();
    }
}
