package dev.flamegate.judge.attribution;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfiledRun;
import java.util.List;
import java.util.Optional;

/**
 * The profile of a whole run as cost per request, the mean of its trials: the costs that culprits are found in, so that
 * a picture of it says the same numbers as they do.
 *
 * @param tree with samples
 * @param factor cost per request of one unit of its weight, in seconds, or bytes of allocation; above 0
 */
public record RequestCosts(CallTree tree, double factor) {
    /**
     * The costs of a run's trials that have a profile of the event; empty when none has.
     *
     * @param event whose samples are taken
     */
    public static Optional<RequestCosts> of(ProfiledRun run, ProfileEvent event) {
        List<TrialCost> costs = TrialCost.known(run, event, Selector.ALL);
        if (costs.isEmpty()) {
            return Optional.empty();
        }
        double mean = costs.stream().mapToDouble(TrialCost::scale).average().orElseThrow();
        List<CallTree> scaled = costs.stream()
                .map(cost -> cost.tree().scaled(facet -> cost.scale() / mean))
                .toList();
        return Optional.of(new RequestCosts(CallTree.merge(scaled), mean / costs.size()));
    }

    /** Cost of everything per request. */
    public double total() {
        return tree.weight() * factor;
    }
}
