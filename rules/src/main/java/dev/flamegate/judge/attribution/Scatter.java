package dev.flamegate.judge.attribution;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Moments;
import dev.flamegate.stats.VariancePrior;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The scatter of a method's cost from trial to trial, learnt from all methods together, since a few trials say little
 * of any one.
 *
 * <p>Samples are counts: their variance is the mean, times a factor (bursts, ticks of the timer), plus a part that
 * grows with the square of the mean (other inlining in every start). Both are fitted to the spread of all methods; each
 * method's own spread is then moderated towards what its mean lets expect, as limma does for genes: with three pairs
 * and a hundred methods that is the same problem. What moves all methods together, the speed of the machine in one
 * start, cannot be learnt from many methods and is kept apart.
 */
final class Scatter {
    /** Maximum weight of all methods' spread relative to a method's own, in degrees of freedom. */
    private static final double MOST_DEGREES = 30;

    /** Minimum of methods, and of samples of each, for fitting. */
    private static final int FEWEST_METHODS = 5;

    private static final double FEWEST_SAMPLES = 10;

    /** Spreads that happen to be far smaller than this would make the others look more different than they are. */
    private static final double LEAST_RATIO = 0.02;

    /** The number of restarts that the usual common spread counts for, in addition to those observed. */
    private static final double USUAL_RESTARTS = 3;

    /** Assumed when nothing can be fitted: bursts, inlining, and how much the assumption weighs. */
    private static final double USUAL_FACTOR = 1.5;

    private static final double USUAL_RELATIVE = 0.03;
    private static final VariancePrior USUAL = new VariancePrior(1, 6);

    private static final double[] FACTORS = {1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.5, 8, 12, 20, 40};
    private static final double[] RELATIVE = {0, 0.01, 0.02, 0.03, 0.045, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5};

    private final Trials trials;
    private final double[] perSample;
    private final double common;
    private final double factor;
    private final double relative;
    private final VariancePrior prior;

    private Scatter(
            Trials trials, double[] perSample, double common, double factor, double relative, VariancePrior prior) {
        this.trials = trials;
        this.perSample = perSample;
        this.common = common;
        this.factor = factor;
        this.relative = relative;
        this.prior = prior;
    }

    /**
     * Learns from the methods' own costs.
     *
     * @param self cost by method and trial; methods are taken as they are, thin ones do not count
     * @param whole cost of everything by trial
     * @param perSample what one sample costs, by trial
     */
    static Scatter learn(Trials trials, ProfileEvent event, double[][] self, double[] whole, double[] perSample) {
        double common = common(trials, event, whole);
        Scatter start = new Scatter(trials, perSample, common, USUAL_FACTOR, USUAL_RELATIVE, USUAL);
        double[][] methods = Arrays.stream(self)
                .filter(values -> start.samples(values) >= FEWEST_SAMPLES)
                .toArray(double[][]::new);
        if (methods.length < FEWEST_METHODS || trials.degrees() == 0) {
            return start;
        }
        Scatter best = start;
        double least = Double.POSITIVE_INFINITY;
        for (double factor : FACTORS) {
            for (double relative : RELATIVE) {
                Scatter next = new Scatter(trials, perSample, common, factor, relative, VariancePrior.NONE);
                double misfit = next.misfit(methods);
                if (misfit < least) {
                    least = misfit;
                    best = next;
                }
            }
        }
        List<Moments> ratios = new ArrayList<>();
        for (double[] values : methods) {
            ratios.add(new Moments(
                    trials.degrees() + 1, 0, Math.max(LEAST_RATIO, trials.spread(values) / best.expected(values))));
        }
        VariancePrior fitted = VariancePrior.fit(ratios, MOST_DEGREES);
        return fitted.degrees() > 0
                ? new Scatter(trials, perSample, common, best.factor, best.relative, fitted)
                : start;
    }

    /** Minus twice the log likelihood of normal spreads, for fitting. */
    private double misfit(double[][] methods) {
        double sum = 0;
        for (double[] values : methods) {
            double expected = expected(values);
            sum += Math.log(expected) + trials.spread(values) / expected;
        }
        return sum;
    }

    /** The variance that a method's mean lets expect of one pair's difference, or of one trial. */
    private double expected(double[] values) {
        double before = trials.meanBaseline(values);
        double after = trials.meanCandidate(values);
        double squares = before * before + after * after;
        double both = factor * counting(values) + relative * relative * squares;
        return trials.paired() ? both : both / 2;
    }

    /** The variance of counting alone, of both arms together. */
    private double counting(double[] values) {
        double grainBefore = trials.meanBaseline(perSample);
        double grainAfter = trials.meanCandidate(perSample);
        // Half a sample more: a method unseen in a few trials may still cost something.
        return grainBefore * (trials.meanBaseline(values) + grainBefore / 2 / trials.baseline())
                + grainAfter * (trials.meanCandidate(values) + grainAfter / 2 / trials.candidate());
    }

    Change change(double[] values) {
        double estimate = trials.change(values);
        if (trials.degrees() == 0) {
            return new Change(estimate, 0, 0);
        }
        double expected = expected(values);
        VariancePrior.Pooled pooled = prior.moderate(trials.spread(values) / expected, trials.degrees());
        double counting = trials.paired() ? counting(values) : counting(values) / 2;
        double variance = Math.max(pooled.variance() * expected, counting) * trials.perEstimate();
        double mean = (trials.meanBaseline(values) + trials.meanCandidate(values)) / 2;
        return new Change(estimate, Math.sqrt(variance + common * mean * mean), pooled.degrees());
    }

    /** The number of samples of a cost in the larger arm. */
    double samples(double[] values) {
        double before = 0;
        double after = 0;
        for (int trial = 0; trial < values.length; trial++) {
            double samples = values[trial] / perSample[trial];
            before += trial < trials.baseline() ? samples : 0;
            after += trial < trials.baseline() ? 0 : samples;
        }
        return Math.max(before, after);
    }

    /**
     * Relative variance of the estimate by what moves all costs together: of one restart, and of whole sessions where
     * the arms were not measured side by side.
     */
    private static double common(Trials trials, ProfileEvent event, double[] whole) {
        double usual = restarts(event) * restarts(event) * (trials.paired() ? 2 : 1);
        double mean = (trials.meanBaseline(whole) + trials.meanCandidate(whole)) / 2;
        double degrees = trials.degrees();
        double seen = mean > 0 ? trials.spread(whole) / mean / mean : 0;
        double variance = (USUAL_RESTARTS * usual + degrees * seen) / (USUAL_RESTARTS + degrees);
        double sessions = trials.paired() ? 0 : 2 * sessions(event) * sessions(event);
        return variance * trials.perEstimate() + sessions;
    }

    /** Usual relative spread of restarts. */
    private static double restarts(ProfileEvent event) {
        return switch (event) {
            case CPU -> 0.02;
            case WALL -> 0.04;
            case ALLOC -> 0.004;
            default -> 0.1; // lock, and events whose scatter has not been measured
        };
    }

    /** Usual relative spread between whole sessions; the machine's speed drifts (docs/internals/decisions/0004). */
    private static double sessions(ProfileEvent event) {
        return switch (event) {
            case CPU, WALL -> 0.03;
            case ALLOC -> 0.003;
            default -> 0.1;
        };
    }
}
