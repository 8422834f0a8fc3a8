package dev.flamegate.judge;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.PairedSample;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The internal A/A check of a comparison: the baseline's restarts are one build, so those loaded first and those
 * loaded second must not differ. Where they do for certain, something other than the builds decides.
 */
final class OrderCheck {
    /** One-sided; two-sided it is the error of four standard deviations. */
    private static final double LEVEL = 3.2e-5;

    /** A spread below this is none: the load generator's clock counts milliseconds, and equal figures tell no spread. */
    private static final double LEAST_ERROR = 1e-9;

    private OrderCheck() {}

    /** Whether the order of loading matters to this criterion's baseline. */
    static boolean of(ProfiledComparison comparison, @Nullable PairedSample sample) {
        if (sample == null) {
            return false;
        }
        List<Pair> pairs =
                comparison.comparison().pairs().stream().filter(Pair::valid).toList();
        boolean[] baselineFirst = new boolean[pairs.size()];
        for (int i = 0; i < baselineFirst.length; i++) {
            baselineFirst[i] = pairs.get(i).first() == Arm.BASELINE;
        }
        Change change = sample.withinBaseline(baselineFirst);
        return change.error() > LEAST_ERROR
                && Math.min(change.pLarger(), change.negated().pLarger()) < LEVEL;
    }
}
