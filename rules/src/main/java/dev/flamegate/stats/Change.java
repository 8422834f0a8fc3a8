package dev.flamegate.stats;

import dev.flamegate.model.Interval;
import java.util.List;

/**
 * An estimated change of a candidate against a baseline, with its uncertainty, on the scale it was estimated on: the
 * natural logarithm of the ratio, or the plain difference.
 *
 * @param estimate the change; positive when the candidate is larger
 * @param spread how far the estimate may be from the truth
 */
public record Change(double estimate, Spread spread) {
    /** The power that the detectable change is stated for. */
    public static final double POWER = 0.9;

    public Change {
        if (!Double.isFinite(estimate)) {
            throw new IllegalArgumentException(estimate + ": a change is finite");
        }
    }

    /**
     * With Student's t around it.
     *
     * @param error standard error of the estimate, not negative
     * @param degrees degrees of freedom behind {@code error}; 0 when the spread is unknown
     */
    public Change(double estimate, double error, double degrees) {
        this(estimate, Spread.student(error, degrees));
    }

    /** Standard error of the estimate; 0 when the spread is unknown. */
    public double error() {
        return spread.error();
    }

    /** Degrees of freedom behind {@link #error}; 0 when the spread is unknown. */
    public double degrees() {
        return spread.degrees();
    }

    /**
     * The change of a run's mean against the mean of the baseline runs' means.
     *
     * <p>The variance of the difference is {@code s² (1/n + 1/m) + v (1 + 1/k)}: s² the trials' variance, pooled over both
     * sides and moderated by past runs, n and m the numbers of trials, v the variance between whole runs and k the number
     * of baseline runs. Without v, two sessions on a drifting machine raise an alarm in 14-25 % of unchanged builds at a
     * nominal 1 % (docs/decisions/0004-growth-against-stored-runs.md).
     *
     * <p>Both variances are estimates, so the degrees of freedom are those of their sum by Satterthwaite's approximation
     * (Biometrics Bulletin 2, 1946).
     *
     * @param candidate trials of the run judged
     * @param baselines trials of each baseline run, at least one run
     * @param prior of the trials' variance
     * @param betweenRuns variance between whole runs, and how well it is known
     */
    public static Change unpaired(
            Moments candidate, List<Moments> baselines, VariancePrior prior, VariancePrior.Pooled betweenRuns) {
        double squares = candidate.degrees() * candidate.variance();
        double degrees = candidate.degrees();
        double meanOfBaselines = 0;
        double errorOfBaselines = 0;
        int k = baselines.size();
        for (Moments baseline : baselines) {
            squares += baseline.degrees() * baseline.variance();
            degrees += baseline.degrees();
            meanOfBaselines += baseline.mean() / k;
            errorOfBaselines += 1.0 / baseline.n() / k / k;
        }
        double pooled = degrees > 0 ? squares / degrees : 0;
        VariancePrior.Pooled moderated = prior.moderate(pooled, degrees);
        double ofTrials = moderated.variance() * (1.0 / candidate.n() + errorOfBaselines);
        double ofRuns = betweenRuns.variance() * (1 + 1.0 / k);
        return new Change(
                candidate.mean() - meanOfBaselines,
                Math.sqrt(ofTrials + ofRuns),
                degrees(ofTrials, moderated.degrees(), ofRuns, betweenRuns.degrees()));
    }

    private static double degrees(double one, double degreesOfOne, double other, double degreesOfOther) {
        if (degreesOfOne == 0 || other == 0) {
            return degreesOfOne;
        }
        return (one + other) * (one + other) / (one * one / degreesOfOne + other * other / degreesOfOther);
    }

    /** The same uncertainty around another estimate of the change. */
    public Change around(double newEstimate) {
        return new Change(newEstimate, spread);
    }

    /** The same change with the direction reversed. */
    public Change negated() {
        return new Change(-estimate, spread);
    }

    /** One-sided p value of "no change" against "larger": in (0, 1], and 1 when the spread is unknown. */
    public double pLarger() {
        return spread.beyond(estimate);
    }

    /** The bound that the true change exceeds with probability {@code 1 - level}. */
    public double lower(double level) {
        return estimate - spread.quantile(level);
    }

    /** The bound that the true change stays below with probability {@code 1 - level}. */
    public double upper(double level) {
        return estimate + spread.quantile(level);
    }

    /** Two-sided interval, each side of which errs with probability {@code level}. */
    public Interval interval(double level) {
        return new Interval(lower(level), upper(level), 1 - 2 * level);
    }

    /**
     * The smallest true change that would have been found significant at {@code level} in {@value #POWER} of all
     * repetitions; infinite when the spread is unknown.
     */
    public double detectable(double level) {
        return spread.quantile(level) + spread.quantile(1 - POWER);
    }
}
