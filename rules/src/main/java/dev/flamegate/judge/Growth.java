package dev.flamegate.judge;

import dev.flamegate.model.Interval;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.stats.Blur;
import dev.flamegate.stats.Estimate;
import org.jspecify.annotations.Nullable;

/**
 * The growth of one criterion, with the values it is between.
 *
 * @param value of the candidate, in base units
 * @param baseline the baseline's value: the median where it is of several runs
 * @param scale what the estimate is on
 * @param drop whether the bad direction is downward
 * @param estimate in the bad direction of the criterion, on that scale
 */
record Growth(double value, double baseline, Scale scale, boolean drop, Estimate estimate) {
    enum Scale {
        /** Natural logarithm of the ratio. */
        LOG,
        /** Difference in base units. */
        LINEAR,
        /** Difference of a part, as a part of the baseline's whole: relative already. */
        OF_WHOLE;

        /**
         * The smallest growth on this scale, in the bad direction, that breaks a criterion: what it allows includes its
         * limit or not.
         */
        double limit(Criterion.Growth criterion, double baseline) {
            double limit = on(criterion, criterion.limit().base(), baseline);
            return criterion.operator() == Operator.AT_MOST ? Math.nextUp(limit) : limit;
        }

        /** The smallest growth on this scale that breaks a criterion and that its floor does not excuse. */
        double breaking(Criterion.Growth criterion, double baseline) {
            return Math.max(limit(criterion, baseline), floor(criterion, baseline));
        }

        private double floor(Criterion.Growth criterion, double baseline) {
            if (criterion.ignoring() == null) {
                return 0;
            }
            double floor = criterion.ignoring().base();
            return this == LOG ? log(floor / Math.abs(baseline), criterion) : floor;
        }

        private double on(Criterion.Growth criterion, double amount, double baseline) {
            return switch (this) {
                case LOG -> log(amount, criterion);
                case LINEAR -> criterion.relative() ? amount * Math.abs(baseline) : amount;
                case OF_WHOLE -> amount;
            };
        }

        private static double log(double relative, Criterion.Growth criterion) {
            return criterion.change() == Criterion.Change.DROP
                    ? -Math.log1p(-Math.min(relative, 0.999_999))
                    : Math.log1p(relative);
        }

        private double relative(double change, double baseline) {
            return switch (this) {
                case LOG -> Math.expm1(change);
                case LINEAR -> change / baseline;
                case OF_WHOLE -> change;
            };
        }
    }

    /** Difference in base units, in the bad direction. */
    double difference() {
        return drop ? baseline - value : value - baseline;
    }

    /** True if a floor of the criterion excuses the growth, whatever else is known about it. */
    boolean isBelowFloor(Criterion.Growth criterion) {
        return criterion.ignoring() != null
                && Math.abs(difference()) < criterion.ignoring().base();
    }

    /**
     * The growth as people see it: relative, and positive when the indicator rose.
     *
     * @param name of the baseline
     * @param shown one-sided error of each bound of the interval
     * @param level one-sided error of the significance, for the detectable change
     */
    Finding.Growth shown(String name, double shown, double level) {
        return new Finding.Growth(
                baseline,
                name,
                hasBase() ? Double.valueOf(upward(estimate.change().estimate())) : null,
                interval(shown),
                detectable(level));
    }

    /** The interval of the growth, widened by what buckets leave open; {@code null} if it has no bounds. */
    private @Nullable Interval interval(double level) {
        if (!hasBase() || estimate.change().degrees() == 0) {
            return null;
        }
        Interval interval =
                (drop ? estimate.change().negated() : estimate.change()).interval(level / estimate.choices());
        Blur open = drop ? estimate.blur().negated() : estimate.blur();
        boolean exact = open.equals(Blur.NONE);
        double low = relative(exact ? interval.low() : Math.min(interval.low(), open.low()));
        double high = relative(exact ? interval.high() : Math.max(interval.high(), open.high()));
        return Double.isInfinite(low) || Double.isInfinite(high)
                ? null
                : new Interval(low, high, interval.confidence());
    }

    private @Nullable Double detectable(double level) {
        double detectable = Math.max(
                estimate.change().detectable(level / estimate.choices()),
                estimate.blur().hides());
        return hasBase() && Double.isFinite(detectable) ? Double.valueOf(Math.abs(upward(detectable))) : null;
    }

    private boolean hasBase() {
        return baseline > 0 || scale == Scale.OF_WHOLE;
    }

    private double upward(double bad) {
        return relative(drop ? -bad : bad);
    }

    private double relative(double change) {
        return scale.relative(change, baseline);
    }
}
