package dev.flamegate.stats;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;

/**
 * Which restarts of two arms were slow ones, each told by the other restarts of its own arm and never by the arm
 * it is compared with.
 */
public final class Modes {
    /** A slow restart is slower than the usual ones by this factor at least (natural logarithm). */
    private static final double MIN_DISTANCE = Math.log(1.25);

    /** And by this many standard deviations of restarts of one mode. */
    private static final double MIN_SEPARATION = 5;

    private final boolean[] slowBaseline;
    private final boolean[] slowCandidate;
    private final double distance;

    private Modes(boolean[] slowBaseline, boolean[] slowCandidate, double distance) {
        this.slowBaseline = slowBaseline;
        this.slowCandidate = slowCandidate;
        this.distance = distance;
    }

    /** All restarts alike. */
    public static Modes none(int n) {
        return new Modes(new boolean[n], new boolean[n], 0);
    }

    /**
     * Sorts the restarts of each arm into usual and slow ones.
     *
     * @param baseline logarithms, one per pair
     * @param candidate likewise
     */
    static Modes of(double[] baseline, double[] candidate) {
        int n = baseline.length;
        if (n < Looks.MIN_PAIRS) {
            return none(n);
        }
        Split before = Split.of(baseline);
        Split after = Split.of(candidate);
        double sd = Math.sqrt((before.squares + after.squares) / (2 * n - 4));
        double needed = Math.max(MIN_DISTANCE, MIN_SEPARATION * sd);
        boolean[] slowBaseline = before.slow(baseline, needed);
        boolean[] slowCandidate = after.slow(candidate, needed);
        int slowBefore = count(slowBaseline);
        int slowAfter = count(slowCandidate);
        int slow = slowBefore + slowAfter;
        double distance = slow == 0
                ? 0
                : ((slowBefore > 0 ? slowBefore * before.distance : 0)
                                + (slowAfter > 0 ? slowAfter * after.distance : 0))
                        / slow;
        return new Modes(slowBaseline, slowCandidate, distance);
    }

    /** Whether both restarts of a pair, counted from 0, were usual, or both slow. */
    public boolean areAlike(int pair) {
        return slowBaseline[pair] == slowCandidate[pair];
    }

    /** Restarts on each side. */
    public int restarts() {
        return slowBaseline.length;
    }

    /** Slow restarts of the baseline. */
    public int slowBaseline() {
        return count(slowBaseline);
    }

    /** Slow restarts of the candidate. */
    public int slowCandidate() {
        return count(slowCandidate);
    }

    /** Whether any restart was slow. */
    public boolean any() {
        return slowBaseline() + slowCandidate() > 0;
    }

    /** How many times the usual value a slow restart had, on average; 1 when there was none. */
    public double factor() {
        return Math.exp(distance);
    }

    /**
     * One-sided p value of "both arms are slow equally often" against "the candidate more often": Fisher's exact
     * test.
     */
    public double pMoreOften() {
        int slow = slowBaseline() + slowCandidate();
        int n = restarts();
        if (slow == 0 || slowCandidate() == 0) {
            return 1;
        }
        return HypergeometricDistribution.of(2 * n, n, slow).survivalProbability(slowCandidate() - 1);
    }

    private static int count(boolean[] flags) {
        int count = 0;
        for (boolean flag : flags) {
            count += flag ? 1 : 0;
        }
        return count;
    }

    /**
     * The division of values in two that leaves the least scatter inside.
     *
     * @param above values above this belong to the upper part
     * @param distance of the parts' means
     * @param squares sum of squares inside the parts
     */
    private record Split(double above, double distance, double squares) {
        static Split of(double[] values) {
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            int n = sorted.length;
            double total = Arrays.stream(sorted).sum();
            double lowerSum = 0;
            Split best = null;
            for (int lower = 1; lower < n; lower++) {
                lowerSum += sorted[lower - 1];
                double lowerMean = lowerSum / lower;
                double upperMean = (total - lowerSum) / (n - lower);
                double squares = 0;
                for (int i = 0; i < n; i++) {
                    double deviation = sorted[i] - (i < lower ? lowerMean : upperMean);
                    squares += deviation * deviation;
                }
                if (best == null || squares < best.squares) {
                    best = new Split(sorted[lower - 1], upperMean - lowerMean, squares);
                }
            }
            if (best == null) {
                throw new IllegalArgumentException(n + " values cannot be divided");
            }
            return best;
        }

        boolean[] slow(double[] values, double needed) {
            boolean[] slow = new boolean[values.length];
            for (int i = 0; i < slow.length; i++) {
                slow[i] = distance >= needed && values[i] > above;
            }
            return slow;
        }
    }
}
