package dev.flamegate.report.flame;

import dev.flamegate.judge.attribution.FrameCost;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Unit;
import dev.flamegate.profile.CallTree;
import java.util.Map;
import java.util.Optional;

/**
 * The profiles of one event.
 *
 * @param unit in which costs of a readable size are shown, such as ms; costs are in its base unit
 * @param per what a cost is for: {@code request}; empty for the whole profile
 * @param baseline empty without one of this event
 * @param candidate empty without one of this event
 * @param methods what is known about single methods over all trials, by canonical name or bracketed pool of the JVM;
 *     empty when there were no trials to judge by, and then nothing is called insignificant
 */
public record FlameEvent(
        ProfileEvent event,
        Unit unit,
        String per,
        Optional<Side> baseline,
        Optional<Side> candidate,
        Map<String, FrameCost> methods) {

    /**
     * One arm's profile.
     *
     * @param factor cost of one unit of the tree's weight, in base units of {@code unit}: 1e-9 / requests for
     *     nanoseconds of CPU; finite, above 0
     */
    public record Side(CallTree tree, double factor) {
        public Side {
            if (!(factor > 0) || Double.isInfinite(factor)) {
                throw new IllegalArgumentException(factor + ": the cost of a weight of one is finite and above 0");
            }
        }
    }

    public FlameEvent {
        methods = Map.copyOf(methods);
        if (baseline.isEmpty() && candidate.isEmpty()) {
            throw new IllegalArgumentException(event.key() + ": neither a baseline nor a candidate");
        }
    }
}
