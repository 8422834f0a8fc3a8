package dev.flamegate.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * The knowledge before a comparison about the scatter of its pairs, as logarithms.
 *
 * <p>Past comparisons say how loud the noise usually is ({@link VariancePrior}), but a night can be louder. So the
 * prior is a mixture: most likely the noise of the past, less likely three times that. Without a past it allows any
 * noise from a thousandth to more than one, in five equal parts. The pairs themselves decide how much each part counts,
 * in proportion to the probability it gives to their scatter. So a past that was quiet by chance adds little error, and
 * a growth of forty times needs no fourth pair (docs/internals/decisions/0029).
 *
 * <p>It also knows by how much restarts of the same build have differed, so that a growth that may be due to chance in
 * JIT compilation is not blamed on the code.
 */
public final class PairPrior {
    /** A prior that says nothing: Student's t on the pairs alone. */
    public static final PairPrior NONE = new PairPrior(List.of(), new double[0]);

    /** The prior before any comparison: noise of any size. */
    public static final PairPrior UNKNOWN = unknown();

    /** Probability that the noise is louder than in the past. */
    private static final double LOUD = 0.15;

    /** The ratio of the louder noise to the usual one. */
    private static final double TIMES = 3;

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

    private record Part(double weight, VariancePrior prior) {}

    private final List<Part> parts;
    private final double[] swings;

    private PairPrior(List<Part> parts, double[] swings) {
        this.parts = parts;
        this.swings = swings;
    }

    private static PairPrior unknown() {
        double[] sds = {0.002, 0.01, 0.05, 0.25, 1.25};
        List<Part> parts = Arrays.stream(sds)
                .mapToObj(sd -> new Part(1.0 / sds.length, new VariancePrior(sd * sd, 2)))
                .toList();
        return new PairPrior(parts, new double[0]);
    }

    /**
     * The pairs of a past comparison.
     *
     * @param moments of the differences between like restarts
     * @param differences of all its pairs
     */
    public record Learned(Moments moments, List<Double> differences) {}

    /** Learned from past comparisons; {@link #UNKNOWN} when there are too few. */
    public static PairPrior of(List<Learned> past) {
        VariancePrior fitted =
                VariancePrior.fit(past.stream().map(Learned::moments).toList());
        return of(
                fitted,
                past.stream()
                        .flatMapToDouble(one -> Arrays.stream(swings(one.differences())))
                        .toArray());
    }

    /** Creates the prior for a known noise and the differences that single pairs have shown without a change. */
    static PairPrior of(VariancePrior past, double... swings) {
        return past.degrees() == 0 ? UNKNOWN : new PairPrior(usual(past), swings);
    }

    private static List<Part> usual(VariancePrior past) {
        return List.of(
                new Part(1 - LOUD, past),
                new Part(LOUD, new VariancePrior(past.variance() * TIMES * TIMES, past.degrees())));
    }

    /** The distances of a comparison's pairs from their median, so that a growth all of them share does not count. */
    private static double[] swings(List<Double> differences) {
        double[] sorted = differences.stream().mapToDouble(d -> d).sorted().toArray();
        double median = sorted.length == 0 ? 0 : Median.of(sorted);
        return Arrays.stream(sorted).map(d -> Math.abs(d - median)).toArray();
    }

    /** The error of the mean of some pairs. */
    public Spread spread(Moments pairs) {
        if (parts.isEmpty()) {
            return Spread.student(Math.sqrt(pairs.variance() / pairs.n()), pairs.degrees());
        }
        double[] weights = weights(pairs);
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

    /**
     * The probability of each part, given the scatter of the pairs: under a part, their variance over its own follows
     * F.
     */
    private double[] weights(Moments pairs) {
        double[] weights =
                parts.stream().mapToDouble(part -> Math.log(part.weight())).toArray();
        if (pairs.degrees() > 0) {
            double variance = Math.max(LEAST_VARIANCE, pairs.variance());
            for (int i = 0; i < weights.length; i++) {
                VariancePrior prior = parts.get(i).prior();
                weights[i] += FDistribution.of(pairs.degrees(), prior.degrees()).logDensity(variance / prior.variance())
                        - Math.log(prior.variance());
            }
        }
        double most = Arrays.stream(weights).max().orElse(0);
        double sum =
                Arrays.stream(weights).map(weight -> Math.exp(weight - most)).sum();
        return Arrays.stream(weights)
                .map(weight -> Math.exp(weight - most) / sum)
                .toArray();
    }

    /**
     * True if restarts of one build may differ by this growth: because past pairs have, or because too few have been
     * seen to know. All of a candidate's restarts in one mode and all of the baseline's in the other look like a
     * growth.
     *
     * @param growth natural logarithm of a ratio
     */
    public boolean isSwing(double growth) {
        if (growth >= MOST_SWING) {
            return false;
        }
        return swings.length < MIN_SWINGS
                || Arrays.stream(swings).anyMatch(swing -> swing >= SMALLER * growth && swing <= LARGER * growth);
    }
}
