package dev.flamegate.plan;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.plan.yaml.Amounts;
import dev.flamegate.plan.yaml.Section;
import dev.flamegate.plan.yaml.Value;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the profiler samples.
 *
 * @param events of cpu, wall, alloc and lock; empty turns profiling off
 * @param interval CPU time between two samples, at least 4 ms
 */
public record ProfileSpec(List<String> events, Duration interval) {
    static final List<String> KEYS = List.of("events", "interval");

    private static final List<String> EVENTS =
            Stream.of(ProfileEvent.values()).map(ProfileEvent::key).toList();
    private static final List<String> DEFAULT_EVENTS = List.of("cpu", "wall");
    private static final Duration DEFAULT_INTERVAL = Duration.ofMillis(5);

    public ProfileSpec {
        events = List.copyOf(events);
    }

    /** As the plan file has it; wrong values are recorded, and the default stands for them. */
    static ProfileSpec read(Section file) {
        Section profile = file.section("profile", KEYS);
        List<String> events = profile.read(
                "events", DEFAULT_EVENTS, value -> value.list(Value.oneOf(EVENTS)));
        if (events.stream().distinct().count() < events.size()) {
            profile.problems().add(profile.at("events"), "`profile.events` names an event twice");
        }
        Duration interval = profile.read(
                "interval", DEFAULT_INTERVAL, Amounts.duration(Duration.ofMillis(4), Duration.ofSeconds(1)));
        return new ProfileSpec(events, interval);
    }
}
