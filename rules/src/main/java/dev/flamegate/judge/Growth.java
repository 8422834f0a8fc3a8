package dev.flamegate.judge;

import dev.flamegate.model.Criterion;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Measurement.Bounds;
import dev.flamegate.model.Measurement.Measured;
import dev.flamegate.stats.Blur;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Moments;
import dev.flamegate.stats.Unpaired;
import dev.flamegate.stats.VariancePrior;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change against a baseline as one criterion sees it.
 *
 * @param baseline the baseline's value: the median where it is of several runs
 * @param change in the bad direction of the criterion, on the scale it was estimated on
 * @param limit of the criterion on that scale
 * @param scale what the estimate is: logarithm of a ratio, or plain difference
 * @param drop whether the bad direction is downward
 * @param choices how many changes this one was picked from for being the largest, at least 1: its significance pays
 *     for the choice (Bonferroni)
 * @param blur what the buckets of histograms leave open of the change
 */
record Growth(
        double value, double baseline, Change change, double limit, Scale scale, boolean drop, int choices, Blur blur) {
    /** What a change was estimated as. */
    enum Scale {
        /** Natural logarithm of the ratio. */
        LOG,
        /** Difference in base units. */
        LINEAR,
        /** Difference of a part, as a part of the baseline's whole: relative already. */
        OF_WHOLE
    }

    /**
     * Compares by the criterion's direction and kind. The estimate is the change between the two values people see, of all
     * trials together; its error comes from how the trials scatter.
     */
    static Growth of(Criterion.Growth criterion, Measured candidate, List<Measured> baselines, Noise noise) {
        boolean drop = criterion.change() == Criterion.Change.DROP;
        double baseline = median(baselines);
        boolean positive = isPositive(candidate) && baselines.stream().allMatch(Growth::isPositive);
        if (criterion.relative() && positive) {
            Change change = Unpaired.compare(
                            logs(candidate),
                            baselines.stream().map(Growth::logs).toList(),
                            noise.trials(),
                            noise.betweenRuns())
                    .around(Math.log(candidate.value() / baseline));
            double relative = criterion.limit().base();
            double limit = drop ? -Math.log1p(-Math.min(relative, 0.999_999)) : Math.log1p(relative);
            return new Growth(
                    candidate.value(),
                    baseline,
                    drop ? change.negated() : change,
                    limit,
                    Scale.LOG,
                    drop,
                    1,
                    blur(candidate, baselines, true, drop));
        }
        Change change = Unpaired.compare(
                        Moments.of(candidate.trials()),
                        baselines.stream().map(b -> Moments.of(b.trials())).toList(),
                        VariancePrior.NONE,
                        noise.betweenRuns() * baseline * baseline)
                .around(candidate.value() - baseline);
        double limit = criterion.limit().base() * (criterion.relative() ? Math.abs(baseline) : 1);
        return new Growth(
                candidate.value(),
                baseline,
                drop ? change.negated() : change,
                limit,
                Scale.LINEAR,
                drop,
                1,
                blur(candidate, baselines, false, drop));
    }

    private static Blur blur(Measured candidate, List<Measured> baselines, boolean logs, boolean drop) {
        List<Bounds> before =
                baselines.stream().flatMap(run -> run.bounds().stream()).toList();
        Blur blur = Blur.unpaired(before, candidate.bounds(), logs);
        return drop ? blur.negated() : blur;
    }

    /** One-sided p value of the change in the bad direction, in [0, 1]; 1 where buckets leave open whether there is one. */
    double p() {
        return blur.isAny() ? 1 : Math.min(1, choices * change.pLarger());
    }

    /** Difference in base units, in the bad direction. */
    double difference() {
        return drop ? baseline - value : value - baseline;
    }

    /** Relative growth of the indicator, positive when it rose; {@code null} without a baseline above 0. */
    @Nullable
    Double relative() {
        return hasBase() ? Double.valueOf(relative(drop ? -change.estimate() : change.estimate())) : null;
    }

    /** Interval of {@link #relative}, with what buckets leave open in it; {@code null} where it has no bounds. */
    @Nullable
    Interval interval(double level) {
        if (!hasBase() || change.degrees() == 0) {
            return null;
        }
        Interval interval = (drop ? change.negated() : change).interval(level / choices);
        Blur open = drop ? blur.negated() : blur;
        double low = relative(open.isAny() ? Math.min(interval.low(), open.low()) : interval.low());
        double high = relative(open.isAny() ? Math.max(interval.high(), open.high()) : interval.high());
        return Double.isInfinite(low) || Double.isInfinite(high)
                ? null
                : new Interval(low, high, interval.confidence());
    }

    /** The relative change in the bad direction that would have been seen; {@code null} where unknown. */
    @Nullable
    Double detectable(double level) {
        double detectable = Math.max(change.detectable(level / choices), blur.high());
        if (!hasBase() || !Double.isFinite(detectable)) {
            return null;
        }
        return Math.abs(relative(drop ? -detectable : detectable));
    }

    private boolean hasBase() {
        return baseline > 0 || scale == Scale.OF_WHOLE;
    }

    private double relative(double estimate) {
        return switch (scale) {
            case LOG -> Math.expm1(estimate);
            case LINEAR -> estimate / baseline;
            case OF_WHOLE -> estimate;
        };
    }

    private static boolean isPositive(Measured measured) {
        return measured.value() > 0 && measured.trials().stream().allMatch(trial -> trial > 0);
    }

    private static Moments logs(Measured measured) {
        return Moments.of(measured.trials().stream().map(Math::log).toList());
    }

    private static double median(List<Measured> runs) {
        double[] values = runs.stream().mapToDouble(Measured::value).sorted().toArray();
        int half = values.length / 2;
        return values.length % 2 == 1
                ? values[half]
                : Arrays.stream(values, half - 1, half + 1).average().orElseThrow();
    }
}
