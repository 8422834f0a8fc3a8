package dev.flamegate.stats;

import dev.flamegate.model.Interval;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/** Student's confidence interval of a value over trials. */
public final class MeanInterval {
    private MeanInterval() {}

    /**
     * The interval of the value that the trials scatter around, centred on the pooled value. If all values are positive
     * it is computed on logarithms, because costs and latencies scatter by factors. Empty for fewer than two trials.
     *
     * @param value of all trials together
     * @param trials of each
     * @param confidence two-sided, in (0, 1)
     */
    public static Optional<Interval> of(double value, List<Double> trials, double confidence) {
        if (trials.size() < 2) {
            return Optional.empty();
        }
        boolean logs = value > 0 && trials.stream().allMatch(trial -> trial > 0);
        Moments moments = Moments.of(logs ? trials.stream().map(Math::log).toList() : trials);
        double half = TDistribution.of(moments.degrees()).inverseSurvivalProbability((1 - confidence) / 2)
                * Math.sqrt(moments.variance() / moments.n());
        return Optional.of(
                logs
                        ? new Interval(value * Math.exp(-half), value * Math.exp(half), confidence)
                        : new Interval(value - half, value + half, confidence));
    }
}
