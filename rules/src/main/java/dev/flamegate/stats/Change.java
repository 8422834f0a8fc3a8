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

    /** Variances of the median of one to ten normal values; for more, what it approaches is right to one per cent. */
    private static final double[] OF_MEDIAN = {1, 0.5, 0.4487, 0.2982, 0.2868, 0.2147, 0.2104, 0.1682, 0.1661, 0.1383};

    public Change {
        if (!Double.isFinite(estimate)) {
            throw new IllegalArgumentException(estimate + ": a change is finite");
        }
    }

    /**
     * Creates a change with Student's t around it.
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
     * The change of a run's mean against the median of the baseline runs' means.
     *
     * <p>The variance of the difference is {@code s² (1/n + q/m) + v (1 + q)}: s² the trials' variance, pooled over
     * both sides and moderated by past runs, n and m the numbers of trials of a run, v the variance between whole runs
     * and q that of the median of so many values, 0.287 for five. Without v, two sessions on a drifting machine raise
     * an alarm in 14-25 % of unchanged builds at a nominal 1 % (docs/internals/decisions/0004).
     *
     * <p>Both variances are estimates, so the degrees of freedom are those of their sum by Satterthwaite's
     * approximation (Biometrics Bulletin 2, 1946).
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
        double perTrial = 0;
        int k = baselines.size();
        for (Moments baseline : baselines) {
            squares += baseline.degrees() * baseline.variance();
            degrees += baseline.degrees();
            perTrial += 1.0 / baseline.n() / k;
        }
        double ofMedian = varianceOfMedian(k);
        double pooled = degrees > 0 ? squares / degrees : 0;
        VariancePrior.Pooled moderated = prior.moderate(pooled, degrees);
        double ofTrials = moderated.variance() * (1.0 / candidate.n() + ofMedian * perTrial);
        double ofRuns = betweenRuns.variance() * (1 + ofMedian);
        return new Change(
                candidate.mean()
                        - Median.of(
                                baselines.stream().mapToDouble(Moments::mean).toArray()),
                Math.sqrt(ofTrials + ofRuns),
                degrees(ofTrials, moderated.degrees(), ofRuns, betweenRuns.degrees()));
    }

    /**
     * The change between two means whose variances need not agree (Welch, Biometrika 34, 1947).
     *
     * @param candidate of at least two values
     */
    public static Change welch(Moments candidate, Moments baseline) {
        double one = candidate.variance() / candidate.n();
        double other = baseline.variance() / baseline.n();
        return new Change(
                candidate.mean() - baseline.mean(),
                Math.sqrt(one + other),
                degrees(one, candidate.degrees(), other, baseline.degrees()));
    }

    /** The variance of the median of some normal values, as a part of the variance of one. */
    private static double varianceOfMedian(int values) {
        return values <= OF_MEDIAN.length
                ? OF_MEDIAN[values - 1]
                : Math.PI / 2 / (values + 1 - values % 2 + Math.PI / 2 - 1);
    }

    private static double degrees(double one, double degreesOfOne, double other, double degreesOfOther) {
        if (degreesOfOne == 0 || other == 0) {
            return degreesOfOne;
        }
        return (one + other) * (one + other) / (one * one / degreesOfOne + other * other / degreesOfOther);
    }

    /** This uncertainty around another estimate of the change. */
    public Change around(double newEstimate) {
        return new Change(newEstimate, spread);
    }

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
