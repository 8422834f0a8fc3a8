package dev.flamegate.doctor;

import dev.flamegate.model.Looks;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Paired;
import dev.flamegate.stats.PairedSample;
import dev.flamegate.stats.VariancePrior;
import java.util.List;

/**
 * Which growth {@code compare} would see nine times in ten, at the error of one of its looks, from the scatter of some
 * pairs.
 *
 * @param deviation of one pair's logarithmic ratio, not negative
 */
record Detectable(double deviation) {
    /**
     * From pairs of two arms that are the same; restarts, or here blocks, of two modes are told apart as in a
     * comparison.
     *
     * @param baseline above 0, at least three
     */
    static Detectable of(List<Double> baseline, List<Double> candidate) {
        PairedSample sample = PairedSample.ofLogs(logs(baseline), logs(candidate), VariancePrior.NONE);
        Paired paired = sample.first(sample.size());
        return new Detectable(paired.change().error() * Math.sqrt(paired.used()));
    }

    /** The same with another source of scatter on top, independent of it. */
    Detectable plus(double other) {
        return new Detectable(Math.hypot(deviation, other));
    }

    /**
     * The growth seen in a number of pairs.
     *
     * @param pairs at least three
     * @return relative, 0.05 for +5 %
     */
    double in(int pairs) {
        Change change = new Change(0, deviation / Math.sqrt(pairs), pairs - 1);
        return Math.expm1(change.detectable(Looks.DEFAULT.failLevel()));
    }

    private static double[] logs(List<Double> values) {
        return values.stream().mapToDouble(Math::log).toArray();
    }
}
