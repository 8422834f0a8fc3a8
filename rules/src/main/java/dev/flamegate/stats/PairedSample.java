package dev.flamegate.stats;

import dev.flamegate.model.Looks;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The values of two arms, pair by pair, in the direction and on the scale they are compared on: larger is worse, and
 * natural logarithms where the change is relative.
 *
 * <p>Restarts of one build can come in two modes: the same jar 2.5 times slower in one start of eight. A pair of a
 * slow and a usual restart says nothing of the change, and a mean over such pairs sees nothing any more. So restarts
 * are sorted into modes by their own arm's values ({@link Modes}), pairs of like restarts are compared, and how
 * often each arm was slow is a question of its own. Where too few pairs are left, or so few that all of them, modes and
 * all, say it more precisely, the change is that of all. The choice is by the intervals' width alone, never by where they lie.
 */
public final class PairedSample {
    /** One-sided error of the interval by whose width is chosen; about that of a look. */
    private static final double WIDTH_LEVEL = 0.001;

    private final double[] baseline;
    private final double[] candidate;
    private final VariancePrior prior;
    private final boolean modal;
    private final double step;

    private PairedSample(double[] baseline, double[] candidate, VariancePrior prior, boolean modal, double step) {
        if (baseline.length != candidate.length) {
            throw new IllegalArgumentException(
                    baseline.length + ", " + candidate.length + ": paired values come in equal numbers");
        }
        this.baseline = baseline;
        this.candidate = candidate;
        this.prior = prior;
        this.modal = modal;
        this.step = step;
    }

    /**
     * Logarithms, or negated logarithms of what had better be large.
     *
     * @param prior of the variance of a pair's difference
     */
    public static PairedSample ofLogs(double[] baseline, double[] candidate, VariancePrior prior) {
        return ofLogs(baseline, candidate, prior, 0);
    }

    /**
     * Logarithms, or negated logarithms of what had better be large.
     *
     * @param prior of the variance of a pair's difference
     * @param step between a value and the next one that can be measured, at least 0; 0 for exact values
     */
    public static PairedSample ofLogs(double[] baseline, double[] candidate, VariancePrior prior, double step) {
        return new PairedSample(baseline.clone(), candidate.clone(), prior, true, step);
    }

    /** Values on their own scale, on which nothing is known of usual noise or modes. */
    public static PairedSample ofValues(double[] baseline, double[] candidate) {
        return new PairedSample(baseline.clone(), candidate.clone(), VariancePrior.NONE, false, 0);
    }

    /** Number of pairs. */
    public int size() {
        return baseline.length;
    }

    /** The change as the first {@code n} pairs show it. */
    public PairedChange first(int n) {
        double[] before = Arrays.copyOf(baseline, n);
        double[] after = Arrays.copyOf(candidate, n);
        Modes modes = modes(before, after);
        PairedChange like = new PairedChange(change(moments(before, after, modes), prior), modes.alike(), modes);
        if (like.used() == n) {
            return like;
        }
        // Usual noise says nothing of how much pairs of unlike restarts scatter.
        PairedChange all = new PairedChange(change(moments(before, after, Modes.none(n)), VariancePrior.NONE), n, modes);
        return like.used() < Looks.MIN_PAIRS || width(all) < width(like) ? all : like;
    }

    private static Change change(Moments moments, VariancePrior prior) {
        VariancePrior.Pooled pooled = prior.moderate(moments.variance(), moments.degrees());
        return new Change(moments.mean(), Math.sqrt(pooled.variance() / moments.n()), pooled.degrees());
    }

    private static double width(PairedChange paired) {
        return paired.change().upper(WIDTH_LEVEL) - paired.change().estimate();
    }

    /** Mean and variance of the differences of like restarts, for a prior; those of all where there are none. */
    public Moments moments() {
        return moments(baseline, candidate, modes(baseline, candidate));
    }

    private Modes modes(double[] before, double[] after) {
        return modal ? Modes.of(before, after, step) : Modes.none(before.length);
    }

    /** Candidate minus baseline of every pair. */
    public List<Double> differences() {
        return IntStream.range(0, size())
                .mapToObj(i -> candidate[i] - baseline[i])
                .toList();
    }

    /**
     * How the baseline's values in some pairs differ from those in the others: for asking whether what should not
     * matter does. Unknown with fewer than two on either side.
     *
     * @param chosen one flag per pair
     */
    public Change withinBaseline(boolean[] chosen) {
        double[] one = IntStream.range(0, size())
                .filter(i -> chosen[i])
                .mapToDouble(i -> baseline[i])
                .toArray();
        double[] other = IntStream.range(0, size())
                .filter(i -> !chosen[i])
                .mapToDouble(i -> baseline[i])
                .toArray();
        return one.length < 2 || other.length < 2
                ? new Change(0, 0, 0)
                : Change.unpaired(Moments.of(one), List.of(Moments.of(other)), VariancePrior.NONE, 0);
    }

    private static Moments moments(double[] before, double[] after, Modes modes) {
        double[] alike = IntStream.range(0, before.length)
                .filter(i -> modes.areAlike(i))
                .mapToDouble(i -> after[i] - before[i])
                .toArray();
        return Moments.of(
                alike.length > 0
                        ? alike
                        : IntStream.range(0, before.length)
                                .mapToDouble(i -> after[i] - before[i])
                                .toArray());
    }
}
