package dev.flamegate.stats;

import dev.flamegate.model.rule.Looks;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The values of two arms, pair by pair, in the direction and on the scale they are compared on: larger is worse, and
 * natural logarithms where the change is relative.
 *
 * <p>Restarts of one build can come in two modes: the same jar may be 2.5 times slower in one start of eight. A pair of
 * a slow and a usual restart says nothing about the change, and neither does a mean over such pairs. So restarts are
 * sorted into modes by their own arm's values ({@link Modes}), pairs of like restarts are compared, and how often each
 * arm was slow is a separate question.
 *
 * <p>If too few like pairs are left, or all pairs together give a narrower interval, the change is that of all pairs.
 * Only the width of the intervals decides this, never where they lie (docs/internals/decisions/0009).
 */
public final class PairedSample implements Loudness.Witness {
    /** One-sided error of the intervals whose widths are compared; about that of a look. */
    private static final double WIDTH_LEVEL = 0.001;

    /** The pairs that plain values wait for: a few of them, usually small counts, can be equal and have no scatter. */
    private static final int PLAIN_PAIRS = 6;

    private final double[] baseline;
    private final double[] candidate;
    private final PairPrior prior;
    private final boolean modal;
    private final double step;
    private final Loudness loudness;

    private PairedSample(
            double[] baseline,
            double[] candidate,
            PairPrior prior,
            boolean modal,
            double step,
            @Nullable Loudness loudness) {
        if (baseline.length != candidate.length) {
            throw new IllegalArgumentException(
                    baseline.length + ", " + candidate.length + ": both arms have one value per pair");
        }
        this.baseline = baseline;
        this.candidate = candidate;
        this.prior = prior;
        this.modal = modal;
        this.step = step;
        this.loudness = loudness == null ? Loudness.of(List.of(List.of(this))) : loudness;
    }

    /**
     * A sample of logarithms; negated where larger is better.
     *
     * @param prior of the variance of a pair's difference
     */
    public static PairedSample ofLogs(double[] baseline, double[] candidate, PairPrior prior) {
        return ofLogs(baseline, candidate, prior, 0);
    }

    /**
     * A sample of logarithms; negated where larger is better.
     *
     * @param prior of the variance of a pair's difference
     * @param step the smallest measurable difference between two values; 0 for exact values
     */
    public static PairedSample ofLogs(double[] baseline, double[] candidate, PairPrior prior, double step) {
        return new PairedSample(baseline.clone(), candidate.clone(), prior, true, step, null);
    }

    /** A sample of plain values, for which neither the usual noise nor modes are known. */
    public static PairedSample ofValues(double[] baseline, double[] candidate) {
        return new PairedSample(baseline.clone(), candidate.clone(), PairPrior.NONE, false, 0, null);
    }

    /**
     * Returns this sample as part of a comparison whose values together say how loud it is.
     *
     * @param known {@code null} if the sample alone says how loud it is
     */
    public PairedSample in(@Nullable Loudness known) {
        return new PairedSample(baseline, candidate, prior, modal, step, known);
    }

    @Override
    public double[] evidence(int n) {
        double[] before = Arrays.copyOf(baseline, n);
        double[] after = Arrays.copyOf(candidate, n);
        return prior.evidence(moments(before, after, modes(before, after)));
    }

    public int size() {
        return baseline.length;
    }

    /** The change as the first {@code n} pairs show it. */
    public PairedChange first(int n) {
        double[] before = Arrays.copyOf(baseline, n);
        double[] after = Arrays.copyOf(candidate, n);
        Modes modes = modes(before, after);
        PairedChange like = change(moments(before, after, modes), prior, modes.alike(), modes);
        if (like.used() == n) {
            return like;
        }
        // The usual noise says nothing about the scatter of pairs of unlike restarts.
        PairPrior scatter = prior == PairPrior.NONE ? PairPrior.NONE : PairPrior.UNKNOWN;
        PairedChange all = change(moments(before, after, Modes.none(n)), scatter, n, modes);
        return like.used() < Looks.MIN_PAIRS || width(all) < width(like) ? all : like;
    }

    /** Each value is off by up to half a step either way, so a difference has a variance of step^2 / 6. */
    private PairedChange change(Moments moments, PairPrior scatter, int used, Modes modes) {
        Spread spread =
                scatter.spread(moments, loudness.after(modes.restarts())).plus(step * step / 6 / moments.n());
        return new PairedChange(
                new Change(moments.mean(), spread),
                used,
                modes,
                modal ? prior.swingPairs(moments.mean()) : PLAIN_PAIRS);
    }

    private static double width(PairedChange paired) {
        return paired.change().upper(WIDTH_LEVEL) - paired.change().estimate();
    }

    /**
     * The mean and variance of the differences of like restarts, for a prior; those of all restarts if no pair is
     * alike.
     */
    public Moments moments() {
        return moments(baseline, candidate, modes(baseline, candidate));
    }

    /**
     * The mean growth of the candidate's restarts for the worse, slow ones included, as a ratio (0.1 = 10 %); negative
     * when they are better. It is what a fleet of many restarts would pay, and has the noise of how often a slow one
     * came.
     */
    public double meanGrowth() {
        return total(candidate) / total(baseline) - 1;
    }

    private double total(double[] values) {
        return Arrays.stream(values)
                .map(value -> modal ? Math.exp(value) : value)
                .sum();
    }

    /** The sample's knowledge about noise for later comparisons. */
    public PairPrior.Learned past() {
        Modes modes = modes(baseline, candidate);
        int slow = modes.slowBaseline() + modes.slowCandidate();
        return new PairPrior.Learned(moments(), differences(), new SlowRate(slow, 2 * size()));
    }

    private Modes modes(double[] before, double[] after) {
        return modal ? Modes.of(before, after, step).after(prior.slowRate()) : Modes.none(before.length);
    }

    /** Candidate minus baseline of every pair. */
    public List<Double> differences() {
        return IntStream.range(0, size())
                .mapToObj(i -> candidate[i] - baseline[i])
                .toList();
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
