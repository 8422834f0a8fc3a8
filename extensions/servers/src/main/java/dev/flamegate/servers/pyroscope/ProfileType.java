package dev.flamegate.servers.pyroscope;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.format.SampleType;
import java.util.Map;
import java.util.Optional;

/**
 * A type of profile that a server stores, by its id: {@code process_cpu:cpu:nanoseconds:cpu:nanoseconds}.
 *
 * @param id as the server writes it
 * @param name of the group, such as {@code memory}
 * @param sample what its values count
 */
public record ProfileType(String id, String name, SampleType sample) {
    private static final int LEAST_PARTS = 5;

    /** The events of the Java agent's recordings, by the group and sample type that a server stores them as. */
    private static final Map<String, ProfileEvent> OF_THE_AGENT = Map.of(
            "process_cpu:cpu", ProfileEvent.CPU,
            "wall:wall", ProfileEvent.WALL,
            "memory:alloc_in_new_tlab_bytes", ProfileEvent.ALLOC,
            "memory:alloc_outside_tlab_bytes", ProfileEvent.ALLOC,
            "mutex:delay", ProfileEvent.LOCK,
            "block:delay", ProfileEvent.LOCK);

    /**
     * Parses an id.
     *
     * @throws IllegalArgumentException when it does not have five parts
     */
    public static ProfileType of(String id) {
        String[] parts = id.split(":", -1);
        if (parts.length < LEAST_PARTS) {
            throw new IllegalArgumentException(
                    id + ": a profile type is name:sample-type:sample-unit:period-type:period-unit");
        }
        return new ProfileType(id, parts[0], new SampleType(parts[1], parts[2]));
    }

    /** The event of the Java agent that it is, or is part of. */
    public Optional<ProfileEvent> event() {
        return Optional.ofNullable(OF_THE_AGENT.get(name + ":" + sample.type()));
    }

    @Override
    public String toString() {
        return id;
    }
}
