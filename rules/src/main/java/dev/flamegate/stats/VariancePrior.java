package dev.flamegate.stats;

import java.util.List;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.Trigamma;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * The knowledge of past samples of the same kind about a variance, so that a few trials need not estimate it alone: a
 * scaled inverse chi-square prior, fitted by moments of the log variances as limma's empirical Bayes does (Smyth, 2004,
 * "Linear models and empirical Bayes methods for assessing differential expression in microarray experiments", section
 * 6.2).
 *
 * @param variance the prior's location s0 squared, above 0 when {@code degrees} is
 * @param degrees its weight d0 in degrees of freedom; 0 for no prior
 */
public record VariancePrior(double variance, double degrees) {
    public static final VariancePrior NONE = new VariancePrior(0, 0);

    /** Fewer past samples than this say too little about how much variances vary. */
    public static final int MIN_SAMPLES = 5;

    /** The past never weighs more than this, however uniform it was, because noise changes. */
    public static final double MAX_DEGREES = 10;

    /** Level of the test of whether the noise is still that of the past. */
    private static final double REGIME_LEVEL = 0.99;

    public VariancePrior {
        if (!(degrees >= 0) || !(variance >= 0) || (degrees > 0 && !(variance > 0))) {
            throw new IllegalArgumentException(variance + ", " + degrees + ": a prior has a variance and a weight");
        }
    }

    /** Fits the prior to past samples; {@link #NONE} when there are too few with a spread. */
    public static VariancePrior fit(List<Moments> past) {
        return fit(past, MAX_DEGREES);
    }

    /**
     * Fits the prior to other samples; {@link #NONE} when there are too few with a spread.
     *
     * @param mostDegrees its maximum weight, which may be higher if the samples come from the same measurement
     */
    public static VariancePrior fit(List<Moments> past, double mostDegrees) {
        List<Moments> usable =
                past.stream().filter(m -> m.degrees() > 0 && m.variance() > 0).toList();
        int k = usable.size();
        if (k < MIN_SAMPLES) {
            return NONE;
        }
        double[] e = new double[k];
        double meanE = 0;
        double meanTrigamma = 0;
        for (int i = 0; i < k; i++) {
            double half = usable.get(i).degrees() / 2.0;
            e[i] = Math.log(usable.get(i).variance()) - Digamma.value(half) + Math.log(half);
            meanE += e[i] / k;
            meanTrigamma += Trigamma.value(half) / k;
        }
        double spread = 0;
        for (double value : e) {
            spread += (value - meanE) * (value - meanE) / (k - 1);
        }
        double excess = spread - meanTrigamma;
        if (excess <= 0) {
            return new VariancePrior(Math.exp(meanE), mostDegrees);
        }
        double half = inverseTrigamma(excess);
        double location = Math.exp(meanE + Digamma.value(half) - Math.log(half));
        return new VariancePrior(location, Math.min(mostDegrees, 2 * half));
    }

    /**
     * The variance of a sample, moderated: both variances weighted by their degrees of freedom. A sample that is
     * noisier than the past allows (F test) is used alone.
     */
    public Pooled moderate(double sampleVariance, double sampleDegrees) {
        if (degrees == 0 || isNewRegime(sampleVariance, sampleDegrees)) {
            return new Pooled(sampleVariance, sampleDegrees);
        }
        double all = degrees + sampleDegrees;
        return new Pooled((degrees * variance + sampleDegrees * sampleVariance) / all, all);
    }

    private boolean isNewRegime(double sampleVariance, double sampleDegrees) {
        return sampleDegrees > 0
                && sampleVariance / variance
                        > FDistribution.of(sampleDegrees, degrees).inverseCumulativeProbability(REGIME_LEVEL);
    }

    /** Newton's iteration on 1/trigamma, which is nearly linear; Smyth (2004), appendix. */
    private static double inverseTrigamma(double y) {
        double x = 0.5 + 1 / y;
        for (int i = 0; i < 50; i++) {
            double trigamma = Trigamma.value(x);
            double step = trigamma * (1 - trigamma / y) / polygamma2(x);
            x += step;
            if (Math.abs(step) < 1e-10 * x) {
                break;
            }
        }
        return x;
    }

    /** Derivative of trigamma, by its recurrence and asymptotic series. */
    private static double polygamma2(double x) {
        double sum = 0;
        double at = x;
        while (at < 10) {
            sum -= 2 / (at * at * at);
            at++;
        }
        double inverse = 1 / (at * at);
        double tail = -inverse * (1 + 1 / at + inverse * (0.5 - inverse * (1.0 / 6 - inverse / 6)));
        return sum + tail;
    }

    /**
     * A variance with the degrees of freedom behind it.
     *
     * @param variance not negative
     * @param degrees not negative; 0 means that the spread is unknown
     */
    public record Pooled(double variance, double degrees) {
        public static final Pooled ZERO = new Pooled(0, 0);

        /** The variance on another scale: of values {@code factor} times as large. */
        public Pooled times(double factor) {
            return new Pooled(variance * factor * factor, degrees);
        }
    }
}
