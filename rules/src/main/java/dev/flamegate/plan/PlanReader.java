package dev.flamegate.plan;

import dev.flamegate.model.ProfileEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads a plan: {@code flamegate.yaml}. */
public final class PlanReader {
    static final List<String> KEYS = List.of(
            "version",
            "service",
            "target",
            "build",
            "load",
            "profile",
            "compare",
            "images",
            "prometheus",
            "pyroscope",
            "grafana",
            "rules",
            "history",
            "report",
            "trials");
    static final List<String> PROFILE_KEYS = List.of("events", "interval");

    private static final List<String> EVENTS =
            Stream.of(ProfileEvent.values()).map(ProfileEvent::key).toList();
    private static final List<String> DEFAULT_EVENTS = List.of("cpu", "wall");
    private static final Duration DEFAULT_INTERVAL = Duration.ofMillis(5);
    private static final List<String> DEFAULT_RULES = List.of("rules/sets/service.yaml");
    private static final int MOST_TRIALS = 1000;

    private PlanReader() {}

    /**
     * The plan of a file.
     *
     * @param overrides values from the command line in place of those in the file, by dotted key:
     *     {@code load.measure} to {@code 5s}; a value in brackets, braces or quotes is read as YAML
     * @throws PlanProblems with everything that is wrong in the file and in the overrides
     */
    public static Plan read(Source source, Map<String, String> overrides) {
        Problems problems = new Problems();
        Optional<Node> root = YamlReader.read(source, problems);
        Node node = Overrides.apply(root.orElseGet(() -> Overrides.nothing(source)), overrides, problems);
        if (root.isEmpty()) {
            problems.throwIfAny();
        }
        Section file = Section.of(node, "", problems, KEYS);
        if (!file.versionIsKnown()) {
            problems.throwIfAny();
        }
        Plan plan = plan(file);
        problems.throwIfAny();
        return plan;
    }

    private static Plan plan(Section file) {
        TargetSpec target = TargetBinder.bind(file);
        return new Plan(
                file.read("service", Values::text).orElseGet(() -> ServiceName.of(target)),
                target,
                file.read("build", Values::text).orElse(null),
                LoadBinder.bind(file),
                profile(file.section("profile", PROFILE_KEYS)),
                CompareBinder.bind(file),
                ServersBinder.bind(file),
                rules(file),
                HistoryBinder.bind(file),
                file.read("report", "build/flamegate", Values::text),
                file.read("trials", 3, Values.whole(1, MOST_TRIALS)));
    }

    private static ProfileSpec profile(Section profile) {
        List<String> events = profile.read(
                "events", DEFAULT_EVENTS, value -> Values.list(value, Values.oneOf(EVENTS)));
        if (events.stream().distinct().count() < events.size()) {
            profile.problems().add(profile.at("events"), "`profile.events` names an event twice");
        }
        Duration interval = profile.read(
                "interval", DEFAULT_INTERVAL, Amounts.duration(Duration.ofMillis(4), Duration.ofSeconds(1)));
        return new ProfileSpec(events, interval);
    }

    private static List<String> rules(Section file) {
        Optional<List<String>> rules = file.read("rules", Values::texts);
        if (rules.isPresent()
                && rules.get().isEmpty()
                && file.value("rules").orElseThrow() instanceof Node.Items items
                && items.items().isEmpty()) {
            file.problems().add(file.at("rules"), "`rules` is empty: a gate without rules would pass whatever happens");
        }
        return rules.orElse(DEFAULT_RULES);
    }
}
