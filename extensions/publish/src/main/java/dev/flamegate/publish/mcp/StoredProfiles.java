package dev.flamegate.publish.mcp;

import dev.flamegate.cli.option.StoredId;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.judge.attribution.FrameCost;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.publish.flame.FlameSide;
import dev.flamegate.publish.flame.FlameWriter;
import dev.flamegate.publish.flame.MethodsJson;
import dev.flamegate.publish.flame.Normalization;
import dev.flamegate.store.History;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One event of the profile of a stored run, or of two, per request where the runs say how many they served.
 *
 * @param tested what their trials say of each method
 */
record StoredProfiles(MethodsJson.Input input, Map<String, FrameCost> tested) {
    private static final List<String> EVENTS =
            Stream.of(ProfileEvent.values()).map(ProfileEvent::key).toList();

    static List<Parameter> parameters() {
        return List.of(
                Parameter.text("id", "A run or comparison; without it, what was measured last."),
                Parameter.text(
                        "baseline",
                        "A run to compare the run with. A comparison has its own baseline: its other build."),
                Parameter.word("event", "What was sampled; without it, the first of these that was.", EVENTS));
    }

    /**
     * Finds the profiles that a question chooses.
     *
     * @throws UsageProblem when they do not exist
     */
    static StoredProfiles of(Arguments arguments, Stored stored) {
        History history = stored.history();
        String id = arguments.text("id").orElseGet(() -> stored.latest(history));
        Optional<String> other = arguments.text("baseline");
        Optional<ProfiledComparison> comparison = StoredId.comparison(id, stored.comparisons(history));
        if (comparison.isPresent() && other.isPresent()) {
            throw new UsageProblem(id + " is a comparison, which has its own baseline: leave `baseline` out");
        }
        Optional<FlameSide> baseline = comparison
                .map(ProfiledComparison::validBaseline)
                .or(() -> other.map(name -> history.load(StoredId.of(name, history))))
                .map(FlameSide::of);
        FlameSide candidate = FlameSide.of(comparison
                .map(ProfiledComparison::validCandidate)
                .orElseGet(() -> history.load(StoredId.of(id, history))));
        ProfileEvent event = event(arguments.word("event", EVENTS), baseline, candidate);
        try {
            return of(new FlameWriter(baseline, candidate, Normalization.parse("requests")), event);
        } catch (IllegalArgumentException e) { // not known how many requests were served: shares, then
            return of(new FlameWriter(baseline, candidate, Normalization.TOTAL), event);
        }
    }

    private static StoredProfiles of(FlameWriter writer, ProfileEvent event) {
        return new StoredProfiles(writer.methods(event), writer.tested(event));
    }

    private static ProfileEvent event(Optional<String> asked, Optional<FlameSide> baseline, FlameSide candidate) {
        return Stream.of(ProfileEvent.values())
                .filter(event -> asked.isEmpty() || asked.get().equals(event.key()))
                .filter(event -> Stream.concat(baseline.stream(), Stream.of(candidate))
                        .anyMatch(side -> side.recording().trees().containsKey(event)))
                .findFirst()
                .orElseThrow(() -> new UsageProblem("there are no samples"
                        + asked.map(key -> " of " + key).orElse("") + " in " + candidate.name()));
    }
}
