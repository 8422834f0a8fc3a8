package dev.flamegate.profile;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Run;
import java.util.List;
import java.util.Map;

/**
 * A run with the profiles of its trials.
 *
 * @param trials call trees by event, one map per trial of the run and in its order; a map may be empty
 */
public record ProfiledRun(Run run, List<Map<ProfileEvent, CallTree>> trials) {
    public ProfiledRun {
        trials = trials.stream().map(Map::copyOf).toList();
        if (trials.size() != run.trials().size()) {
            throw new IllegalArgumentException(
                    trials.size() + ": a run of " + run.trials().size() + " trials has as many sets of profiles");
        }
    }

    /** The trees of one event over all trials in one; empty without such trees. */
    public CallTree merged(ProfileEvent event) {
        return CallTree.merge(trials.stream()
                .filter(trees -> trees.containsKey(event))
                .map(trees -> trees.get(event))
                .toList());
    }

    /** This run as it was after its first {@code n} trials. */
    public ProfiledRun first(int n) {
        return new ProfiledRun(run.withTrials(run.trials().subList(0, n)), trials.subList(0, n));
    }
}
