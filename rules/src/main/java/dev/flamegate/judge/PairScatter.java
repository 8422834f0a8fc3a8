package dev.flamegate.judge;

import dev.flamegate.stats.Modes;
import dev.flamegate.stats.Moments;
import dev.flamegate.stats.PairedSample;
import dev.flamegate.stats.VariancePrior;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The scatter of the logarithms of two arms of an unchanged build: normal, with a variance that differs between
 * comparisons (scaled inverse chi-square), and with restarts that are slow now and then.
 *
 * @param variance of a pair's difference, over all comparisons; not negative
 * @param degrees of freedom of its distribution, above 2: the more, the less comparisons differ
 * @param slow probability that a restart is slow, in [0, 1)
 * @param distance how much slower it then is, as a logarithm
 * @param bucket width of the buckets that the values are computed from, as a logarithm; 0 for exact values
 */
public record PairScatter(double variance, int degrees, double slow, double distance, double bucket) {
    /** Fewer degrees of freedom than this say too little about how pairs scatter: two comparisons of four pairs. */
    public static final int LEAST_DEGREES = 6;

    /**
     * A handful of comparisons cannot tell heavier tails than those of t with this many degrees of freedom from an
     * accident.
     */
    private static final int HEAVIEST = 4;

    /** Normal noise of this standard deviation, about as well known as that of ten comparisons. */
    public static PairScatter assumed(double deviation) {
        return new PairScatter(deviation * deviation, (int) VariancePrior.MAX_DEGREES, 0, 0, 0);
    }

    /** The scatter of past comparisons; empty where their pairs are too few. */
    static Optional<PairScatter> of(List<PairedSample> past, double bucket) {
        List<Moments> moments = past.stream().map(PairedSample::moments).toList();
        double squares = 0;
        int known = 0;
        int restarts = 0;
        int slow = 0;
        double distance = 0;
        for (PairedSample sample : past) {
            Modes modes = sample.first(sample.size()).modes();
            int here = modes.slowBaseline() + modes.slowCandidate();
            restarts += 2 * sample.size();
            slow += here;
            distance += here * Math.log(modes.factor());
        }
        for (Moments one : moments) {
            squares += one.degrees() * one.variance();
            known += one.degrees();
        }
        if (known < LEAST_DEGREES) {
            return Optional.empty();
        }
        double fitted = VariancePrior.fit(moments).degrees();
        double degrees = Math.min(fitted == 0 ? known : fitted, VariancePrior.MAX_DEGREES);
        return Optional.of(new PairScatter(
                squares / known,
                (int) Math.max(HEAVIEST, Math.round(degrees)),
                (double) slow / restarts,
                slow == 0 ? 0 : distance / slow,
                bucket));
    }

    /** Standard deviation of a pair's difference. */
    public double deviation() {
        return Math.sqrt(variance);
    }

    /**
     * Logarithms of both arms of one comparison, around 0.
     *
     * @param worse 1 where larger values are worse, else -1: the direction of slow restarts
     */
    double[][] draw(int pairs, int worse, SplittableRandom random) {
        double chi = 0;
        for (int i = 0; i < degrees; i++) {
            double normal = random.nextGaussian();
            chi += normal * normal;
        }
        // The mean of 1 / chi is 1 / (degrees - 2).
        double ofArm = Math.sqrt(variance * (degrees - 2) / chi / 2);
        double[][] arms = new double[2][pairs];
        for (int pair = 0; pair < pairs; pair++) {
            for (double[] arm : arms) {
                arm[pair] = ofArm * random.nextGaussian() + (random.nextDouble() < slow ? worse * distance : 0);
            }
        }
        return arms;
    }
}
