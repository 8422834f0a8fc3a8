package dev.flamegate.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.FDistribution;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge before a comparison about the scatter of its pairs, as logarithms.
 *
 * <p>Past comparisons say how loud the noise usually is ({@link VariancePrior}), but a night can be louder or quieter.
 * So the prior is a mixture: most likely the noise of the past, less likely three times that, or a third. How likely
 * each is after some pairs, all values of time say together ({@link Loudness}); beside that, a single value can be loud
 * by itself. Without a past the prior is what other services have shown, or else any noise from a thousandth to more
 * than one, in five equal parts; there the pairs themselves decide how much each part counts, in proportion to the
 * probability it gives to their scatter (docs/internals/decisions/0029).
 *
 * <p>It also knows by how much restarts of the same build have differed, so that a growth that may be due to chance in
 * JIT compilation is not blamed on the code.
 */
public final class PairPrior {
    /** Probability that one value is louder than in its past while the others are not. */
    private static final double LOUD_ALONE = 0.05;

    /**
     * The number of pairs at which modes of restarts no longer explain a growth: the probability that all of the
     * candidate's restarts are slow and none of the baseline's is 1 / 2^12 at worst.
     */
    private static final int SWING_PAIRS = 6;

    /** The degrees of freedom behind what other services have shown: they differ from each other. */
    private static final double OTHERS_DEGREES = 3;

    /**
     * Fewer past pairs than this do not rule out two modes: if both are equally likely, fifteen pairs of like restarts
     * in a row practically never happen.
     */
    private static final int MIN_SWINGS = 15;

    /** Restarts of one build have not been seen to differ by more than this factor (natural logarithm). */
    private static final double MOST_SWING = Math.log(3);

    /** A growth is as large as a past difference if it is between these parts of it. */
    private static final double SMALLER = 2.0 / 3;

    private static final double LARGER = 1.5;

    /** Equal pairs have no variance, and so no logarithm of it. */
    private static final double LEAST_VARIANCE = 1e-14;

    /** A prior that says nothing: Student's t on the pairs alone. */
    public static final PairPrior NONE = new PairPrior(null, false, List.of(), new double[0], 0, SlowRate.UNSEEN);

    /** The prior before any comparison: noise of any size. */
    public static final PairPrior UNKNOWN =
            new PairPrior(null, false, anyNoise(), new double[0], SWING_PAIRS, SlowRate.UNSEEN);

    private record Part(double weight, VariancePrior prior) {}

    private final @Nullable VariancePrior usual;
    private final boolean past;
    private final List<Part> parts;
    private final double[] swings;
    private final int unseenSwingPairs;
    private final SlowRate slow;

    /**
     * A prior by what is usual, or by parts.
     *
     * @param usual noise; {@code null} where nothing says what it is
     * @param past whether past comparisons of this service say it, and not other services
     * @param parts of the noise where nothing is usual
     * @param swings differences that single pairs have shown without a change
     * @param unseenSwingPairs the pairs at which modes no longer explain a growth that too few past ones rule out
     * @param slow restarts of the past
     */
    private PairPrior(
            @Nullable VariancePrior usual,
            boolean past,
            List<Part> parts,
            double[] swings,
            int unseenSwingPairs,
            SlowRate slow) {
        this.usual = usual;
        this.past = past;
        this.parts = parts;
        this.swings = swings;
        this.unseenSwingPairs = unseenSwingPairs;
        this.slow = slow;
    }

    private static List<Part> anyNoise() {
        double[] sds = {0.002, 0.01, 0.05, 0.25, 1.25};
        return Arrays.stream(sds)
                .mapToObj(sd -> new Part(1.0 / sds.length, new VariancePrior(sd * sd, 2)))
                .toList();
    }

    /**
     * The prior before any comparison, for a value whose scatter other services have shown.
     *
     * @param deviation of a pair there, as a standard deviation
     * @param swings how often services there have two modes of it
     */
    public static PairPrior unseen(double deviation, Swings swings) {
        VariancePrior others = new VariancePrior(deviation * deviation, OTHERS_DEGREES);
        return new PairPrior(others, false, List.of(), new double[0], swings.pairs, SlowRate.UNSEEN);
    }

    /**
     * What other services say of a value that was never compared: whether restarts of one build have two modes of it. A
     * service that had them would put all of the candidate's restarts into the slow one, and none of the baseline's, with
     * a probability of 1 / 2^(2 n) at worst in n pairs; a growth waits until that is at most 1 in 1000.
     */
    public enum Swings {
        /** No service has had two modes of it. */
        NEVER(0),
        /** Three services had one mode each; one service in five may have two, by Laplace's rule of succession. */
        RARELY(4),
        /** Some services have had two modes of it. */
        OFTEN(5);

        private final int pairs;

        Swings(int pairs) {
            this.pairs = pairs;
        }
    }

    /**
     * The pairs of a past comparison.
     *
     * @param moments of the differences between like restarts
     * @param differences of all its pairs
     * @param slow restarts of both its arms
     */
    public record Learned(Moments moments, List<Double> differences, SlowRate slow) {}

    /** Learned from past comparisons; {@code unseen} when there are too few. */
    public static PairPrior of(List<Learned> past, PairPrior unseen) {
        VariancePrior fitted =
                VariancePrior.fit(past.stream().map(Learned::moments).toList());
        if (fitted.degrees() == 0) {
            return unseen;
        }
        double[] swings = past.stream()
                .flatMapToDouble(one -> Arrays.stream(swings(one.differences())))
                .toArray();
        SlowRate slow = past.stream().map(Learned::slow).reduce(SlowRate.UNSEEN, SlowRate::and);
        return new PairPrior(fitted, true, List.of(), swings, unseen.unseenSwingPairs, slow);
    }

    /** Creates the prior for a known noise and the differences that single pairs have shown without a change. */
    static PairPrior of(VariancePrior past, double... swings) {
        return new PairPrior(past, true, List.of(), swings, SWING_PAIRS, SlowRate.UNSEEN);
    }

    /** Restarts of the past, of which some were slow. */
    SlowRate slowRate() {
        return slow;
    }

    /** The distances of a comparison's pairs from their median, so that a growth all of them share does not count. */
    private static double[] swings(List<Double> differences) {
        double[] sorted = differences.stream().mapToDouble(d -> d).sorted().toArray();
        double median = sorted.length == 0 ? 0 : Median.of(sorted);
        return Arrays.stream(sorted).map(d -> Math.abs(d - median)).toArray();
    }

    /**
     * The evidence of some pairs for how loud the comparison is as a whole.
     *
     * @return as {@link Loudness.Witness#evidence} does; zeros where nothing says what is usual
     */
    double[] evidence(Moments pairs) {
        double[] evidence = new double[NoiseState.values().length];
        if (usual == null || pairs.degrees() == 0) {
            return evidence;
        }
        double[] densities = logDensities(pairs, usual);
        for (int i = 0; i < evidence.length; i++) {
            double louder = densities[Math.min(i + 1, evidence.length - 1)];
            double most = Math.max(densities[i], louder);
            evidence[i] = most
                    + Math.log((1 - LOUD_ALONE) * Math.exp(densities[i] - most) + LOUD_ALONE * Math.exp(louder - most));
        }
        return evidence;
    }

    /**
     * The error of the mean of some pairs.
     *
     * @param loudness evidence of the whole comparison, by {@link NoiseState}
     */
    Spread spread(Moments pairs, double[] loudness) {
        if (usual == null) {
            return parts.isEmpty()
                    ? Spread.student(Math.sqrt(pairs.variance() / pairs.n()), pairs.degrees())
                    : mixture(pairs, parts, weights(pairs));
        }
        NoiseState[] states = NoiseState.values();
        double[] weights = normalized(IntStream.range(0, states.length)
                .mapToDouble(i -> Math.log(states[i].probability(past)) + loudness[i])
                .toArray());
        double[] densities = pairs.degrees() == 0 ? new double[states.length] : logDensities(pairs, usual);
        for (int i = states.length - 2; i >= 0; i--) {
            double odds = LOUD_ALONE / (1 - LOUD_ALONE) * Math.exp(densities[i + 1] - densities[i]);
            double alone = Double.isInfinite(odds) ? 1 : odds / (1 + odds);
            weights[i + 1] += weights[i] * alone;
            weights[i] *= 1 - alone;
        }
        return mixture(
                pairs,
                Arrays.stream(states).map(state -> new Part(1, state.of(usual))).toList(),
                weights);
    }

    private static Spread mixture(Moments pairs, List<Part> parts, double[] weights) {
        List<Spread.Part> mixture = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            VariancePrior prior = parts.get(i).prior();
            double degrees = prior.degrees() + pairs.degrees();
            double variance = (prior.degrees() * prior.variance() + pairs.degrees() * pairs.variance()) / degrees;
            if (weights[i] > 0) {
                mixture.add(new Spread.Part(weights[i], Math.sqrt(variance / pairs.n()), degrees));
            }
        }
        return new Spread(mixture);
    }

    /** The probability of each part without a past, given the scatter of the pairs. */
    private double[] weights(Moments pairs) {
        double[] weights = parts.stream()
                .mapToDouble(
                        part -> Math.log(part.weight()) + (pairs.degrees() > 0 ? logDensity(pairs, part.prior()) : 0))
                .toArray();
        return normalized(weights);
    }

    /** Probabilities that are in proportion to what these are the logarithms of. */
    private static double[] normalized(double[] logs) {
        double most = Arrays.stream(logs).max().orElse(0);
        double[] weights = Arrays.stream(logs).map(log -> Math.exp(log - most)).toArray();
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(weight -> weight / sum).toArray();
    }

    private static double[] logDensities(Moments pairs, VariancePrior usual) {
        return Arrays.stream(NoiseState.values())
                .mapToDouble(state -> logDensity(pairs, state.of(usual)))
                .toArray();
    }

    /** Under a prior, the variance of the pairs over its own follows F. */
    private static double logDensity(Moments pairs, VariancePrior prior) {
        double variance = Math.max(LEAST_VARIANCE, pairs.variance());
        return FDistribution.of(pairs.degrees(), prior.degrees()).logDensity(variance / prior.variance())
                - Math.log(prior.variance());
    }

    /**
     * Returns the number of pairs at which chance no longer explains a growth. Before, all of a candidate's restarts may
     * be in one mode and all of the baseline's in the other; that looks like a growth, and is possible where past pairs
     * have differed by as much, or too few are known.
     *
     * @param growth natural logarithm of a ratio
     * @return 0 if restarts of one build cannot explain the growth with any number of pairs
     */
    public int swingPairs(double growth) {
        if (growth >= MOST_SWING) {
            return 0;
        }
        boolean seen = Arrays.stream(swings).anyMatch(swing -> swing >= SMALLER * growth && swing <= LARGER * growth);
        return seen ? SWING_PAIRS : swings.length < MIN_SWINGS ? unseenSwingPairs : 0;
    }
}
