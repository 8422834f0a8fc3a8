package dev.flamegate.plan;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.plan.yaml.Amounts;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Value;
import java.time.Duration;
import java.util.List;

/**
 * The settings of the profiler.
 *
 * @param events the events profiled, each once; empty turns profiling off
 * @param interval CPU time between two samples, at least 4 ms
 * @param profiler what takes the samples
 */
public record ProfileSpec(List<ProfileEvent> events, Duration interval, Profiler profiler) {
    static final List<String> KEYS = List.of("events", "interval", "profiler");

    private static final List<ProfileEvent> DEFAULT_EVENTS =
            List.of(ProfileEvent.CPU, ProfileEvent.WALL, ProfileEvent.ALLOC);
    private static final Duration DEFAULT_INTERVAL = Duration.ofMillis(5);

    public ProfileSpec {
        events = List.copyOf(events);
    }

    /** Reads the settings from the plan file; wrong values are recorded as problems and replaced by the default. */
    static ProfileSpec read(Section file) {
        Section profile = file.section("profile", KEYS);
        List<ProfileEvent> events =
                profile.read("events", DEFAULT_EVENTS, value -> value.list(Value.choice(ProfileEvent.class)));
        if (events.stream().distinct().count() < events.size()) {
            profile.problems().add(profile.at("events"), "`profile.events` names an event twice");
        }
        Duration interval = profile.read(
                "interval", DEFAULT_INTERVAL, Amounts.duration(Duration.ofMillis(4), Duration.ofSeconds(1)));
        Profiler profiler = profile.read("profiler", Profiler.AGENT, Value.choice(Profiler.class));
        return new ProfileSpec(events, interval, profiler);
    }

    /** The profiler of a target that the gate starts. */
    public enum Profiler {
        /** The Pyroscope agent, which the gate attaches. */
        AGENT,
        /** A profiler that the target brings along, and that pushes OTLP to where its environment says. */
        OTLP
    }
}
