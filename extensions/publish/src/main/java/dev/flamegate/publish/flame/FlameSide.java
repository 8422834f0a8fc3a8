package dev.flamegate.publish.flame;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Window;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.profile.Recording;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One of the profiles that are compared.
 *
 * @param name for people
 * @param requests served while it was recorded; NaN when unknown
 * @param run the stored run it is of; empty when it is of a file
 */
public record FlameSide(String name, Recording recording, double requests, Optional<ProfiledRun> run) {
    public static FlameSide of(String name, Recording recording) {
        return new FlameSide(name, recording, Double.NaN, Optional.empty());
    }

    /** A stored run: all its trials together. */
    public static FlameSide of(ProfiledRun run) {
        Map<ProfileEvent, CallTree> trees = new EnumMap<>(ProfileEvent.class);
        for (ProfileEvent event : ProfileEvent.values()) {
            CallTree merged = run.merged(event);
            if (merged.weight() > 0) {
                trees.put(event, merged);
            }
        }
        List<Trial> trials = run.run().trials();
        double seconds = trials.stream()
                .flatMap(trial -> trial.windows().stream())
                .mapToDouble(Window::seconds)
                .sum();
        double requests = trials.stream().mapToLong(Trial::ok).sum();
        return new FlameSide(
                run.run().id(),
                new Recording(trees, false, seconds, List.of()),
                requests > 0 ? requests : Double.NaN,
                Optional.of(run));
    }
}
