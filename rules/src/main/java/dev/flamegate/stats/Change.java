package dev.flamegate.stats;

import dev.flamegate.model.Interval;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * An estimated change of a candidate against a baseline, with its doubt, on the scale it was estimated on: natural
 * logarithm of the ratio, or plain difference.
 *
 * @param estimate the change; positive when the candidate is larger
 * @param error standard error of the estimate, not negative
 * @param degrees degrees of freedom behind {@code error}; 0 when the spread is unknown, and then nothing is
 *     significant
 */
public record Change(double estimate, double error, double degrees) {
    /** The power at which the detectable change is stated. */
    public static final double POWER = 0.9;

    public Change {
        if (!Double.isFinite(estimate) || !(error >= 0) || !(degrees >= 0)) {
            throw new IllegalArgumentException(
                    estimate + " ± " + error + ", " + degrees + " df: a change is finite and its error not negative");
        }
    }

    /** The same doubt around another estimate of the change. */
    public Change around(double newEstimate) {
        return new Change(newEstimate, error, degrees);
    }

    /** The same change seen the other way round. */
    public Change negated() {
        return new Change(-estimate, error, degrees);
    }

    /** One-sided p value of "no change" against "larger": in (0, 1], and 1 when the spread is unknown. */
    public double pLarger() {
        if (degrees == 0) {
            return 1;
        }
        if (error == 0) {
            return estimate > 0 ? 0 : 1;
        }
        return TDistribution.of(degrees).survivalProbability(estimate / error);
    }

    /** The bound that the true change exceeds with probability {@code 1 - level}. */
    public double lower(double level) {
        return degrees == 0 ? Double.NEGATIVE_INFINITY : estimate - quantile(level) * error;
    }

    /** The bound that the true change stays below with probability {@code 1 - level}. */
    public double upper(double level) {
        return degrees == 0 ? Double.POSITIVE_INFINITY : estimate + quantile(level) * error;
    }

    /** Two-sided interval whose each side errs with probability {@code level}. */
    public Interval interval(double level) {
        return new Interval(lower(level), upper(level), 1 - 2 * level);
    }

    /**
     * The smallest true change that would have been found significant at {@code level} in {@value #POWER} of all
     * repetitions; infinite when the spread is unknown.
     */
    public double detectable(double level) {
        return degrees == 0 ? Double.POSITIVE_INFINITY : (quantile(level) + quantile(1 - POWER)) * error;
    }

    private double quantile(double level) {
        return TDistribution.of(degrees).inverseSurvivalProbability(level);
    }
}
