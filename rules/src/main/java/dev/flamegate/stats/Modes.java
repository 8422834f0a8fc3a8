package dev.flamegate.stats;

import dev.flamegate.model.rule.Looks;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;

/**
 * The slow restarts of two arms. Slow and usual restarts are distinguished by the values of their own arm; the other
 * arm only says which of the two parts is the usual one (docs/internals/decisions/0009).
 */
public final class Modes {
    /** A slow restart is slower than the usual ones by at least this factor (natural logarithm). */
    private static final double MIN_DISTANCE = Math.log(1.25);

    /**
     * And by at least this many standard deviations within a mode, for three restarts and more. The split is chosen for
     * being the widest, so even restarts of one mode fall into two parts that look far apart. These are the 99.5 %
     * points for normally distributed restarts (400 000 simulations each): in one comparison in a hundred, an arm with
     * one mode seems to have two.
     */
    private static final double[] MIN_SEPARATION = {
        50.6, 16, 10.8, 8.8, 7.7, 7.1, 6.7, 6.4, 6.1, 5.9, 5.8, 5.6, 5.5, 5.4, 5.3, 5.2, 5.1
    };

    /** The least separation for more restarts than the table has. */
    private static final double LEAST_SEPARATION = 5;

    /**
     * A restart is slow itself if its distance from the slow ones of the other arm is less than this part of the
     * distance between that arm's modes, or this many standard deviations.
     */
    private static final double NEAR = 1.0 / 3;

    private static final double NEAR_SDS = 4;

    /** Level of {@link #isMoreOften}. */
    private static final double DOUBT_LEVEL = 0.05;

    /** Kind of a restart. */
    private enum Mode {
        USUAL,
        SLOW,
        /** Far below the usual ones, and rare: an outlier that says nothing about the usual ones. */
        FAST
    }

    private final Mode[] baseline;
    private final Mode[] candidate;
    private final double distance;
    private final boolean ambiguous;
    private final SlowRate past;

    private Modes(Mode[] baseline, Mode[] candidate, double distance, boolean ambiguous, SlowRate past) {
        this.baseline = baseline;
        this.candidate = candidate;
        this.distance = distance;
        this.ambiguous = ambiguous;
        this.past = past;
    }

    /** No slow restarts among {@code n} on each side. */
    public static Modes none(int n) {
        return new Modes(usual(n), usual(n), 0, false, SlowRate.UNSEEN);
    }

    /**
     * Sorts the restarts of each arm into usual and slow ones.
     *
     * @param baseline logarithms, one per pair
     * @param candidate likewise
     * @param step the smallest measurable difference between two values, on the same scale; 0 for exact values. With a
     *     step, equal values do not prove a small scatter, and neighbouring values are not two modes.
     */
    static Modes of(double[] baseline, double[] candidate, double step) {
        int n = baseline.length;
        if (n < Looks.MIN_PAIRS) {
            return none(n);
        }
        Split before = Split.of(baseline);
        Split after = Split.of(candidate);
        double sd = Math.sqrt((before.squares() + after.squares()) / (2 * n - 4));
        double needed = Math.max(MIN_DISTANCE + step, separation(n) * Math.max(sd, step / Math.sqrt(12)));
        boolean splitBefore = before.distance() >= needed;
        boolean splitAfter = after.distance() >= needed;
        if (!splitBefore && !splitAfter) {
            return none(n);
        }
        Mode[] ofBaseline = splitBefore ? sort(baseline, before, after.usual(splitAfter)) : usual(n);
        // All of the candidate's restarts may be slow ones. Then only the frequency of slow restarts can distinguish it
        // from the baseline.
        boolean ambiguous = !splitAfter
                && slow(ofBaseline) > 0
                && Math.abs(before.upperMean - after.median()) <= Math.max(NEAR_SDS * sd, NEAR * before.distance());
        return new Modes(
                ofBaseline,
                ambiguous
                        ? all(n, Mode.SLOW)
                        : splitAfter ? sort(candidate, after, before.usual(splitBefore)) : usual(n),
                ((splitBefore ? before.distance() : 0) + (splitAfter ? after.distance() : 0))
                        / (splitBefore && splitAfter ? 2 : 1),
                ambiguous,
                SlowRate.UNSEEN);
    }

    /** These restarts after past ones, with which {@link #isMoreOften} compares the candidate's as well. */
    Modes after(SlowRate restarts) {
        return new Modes(baseline, candidate, distance, ambiguous, restarts);
    }

    private static double separation(int n) {
        int i = n - Looks.MIN_PAIRS;
        return i < MIN_SEPARATION.length ? MIN_SEPARATION[i] : LEAST_SEPARATION;
    }

    /**
     * Classifies the two parts: the upper one is slow, unless the other arm lies there too and the lower one is small.
     */
    private static Mode[] sort(double[] values, Split split, double otherArm) {
        boolean outliers = split.isLowerSmall() && split.isUpper(otherArm);
        Mode[] modes = usual(values.length);
        for (int i = 0; i < modes.length; i++) {
            boolean upper = split.hasAbove(values[i]);
            if (outliers && !upper) {
                modes[i] = Mode.FAST;
            } else if (!outliers && upper) {
                modes[i] = Mode.SLOW;
            }
        }
        return modes;
    }

    /** True if the restarts of a pair, counted from 0, were both usual, or both slow. */
    public boolean areAlike(int pair) {
        return baseline[pair] == candidate[pair];
    }

    /** Pairs whose restarts were both usual, or both slow. */
    public int alike() {
        return (int) IntStream.range(0, restarts()).filter(this::areAlike).count();
    }

    /**
     * True if all of the candidate's restarts lie among the baseline's slow ones, and so count as slow: that is either
     * a growth or a few slow restarts in a row.
     */
    public boolean isAmbiguous() {
        return ambiguous;
    }

    /** Restarts on each side. */
    public int restarts() {
        return baseline.length;
    }

    public int slowBaseline() {
        return slow(baseline);
    }

    public int slowCandidate() {
        return slow(candidate);
    }

    /** True if any restart was slow. */
    public boolean any() {
        return slowBaseline() + slowCandidate() > 0;
    }

    /** The ratio of slow restarts to usual ones, on average; 1 if all were usual. */
    public double factor() {
        return any() ? Math.exp(distance) : 1;
    }

    /**
     * One-sided p value of "both arms are slow equally often" against "the candidate more often": Fisher's exact
     * test.
     */
    public double pMoreOften() {
        return pMoreOften(SlowRate.UNSEEN);
    }

    private double pMoreOften(SlowRate others) {
        int slow = slowCandidate();
        if (slow == 0) {
            return 1;
        }
        int all = 2 * restarts() + others.restarts();
        return HypergeometricDistribution.of(all, restarts(), slowBaseline() + slow + others.slow())
                .survivalProbability(slow - 1);
    }

    /**
     * True if the candidate was slow so often that a verdict says it: more often, by the test at {@value #DOUBT_LEVEL},
     * than the baseline and the restarts of the past together; where there is no past, twice if the baseline never was.
     */
    public boolean isMoreOften() {
        boolean unseen = past.restarts() == 0 && slowBaseline() == 0 && slowCandidate() >= 2;
        return unseen || pMoreOften(past) <= DOUBT_LEVEL;
    }

    private static Mode[] usual(int n) {
        return all(n, Mode.USUAL);
    }

    private static Mode[] all(int n, Mode mode) {
        Mode[] modes = new Mode[n];
        Arrays.fill(modes, mode);
        return modes;
    }

    private static int slow(Mode[] modes) {
        int slow = 0;
        for (Mode mode : modes) {
            slow += mode == Mode.SLOW ? 1 : 0;
        }
        return slow;
    }

    /** The division of an arm's values into two parts with the least scatter inside them (Fisher, JASA 53, 1958). */
    private static final class Split {
        private final double[] sorted;
        private final int lower;
        private final double lowerMean;
        private final double upperMean;
        private final double squares;

        private Split(double[] sorted, int lower, double lowerMean, double upperMean, double squares) {
            this.sorted = sorted;
            this.lower = lower;
            this.lowerMean = lowerMean;
            this.upperMean = upperMean;
            this.squares = squares;
        }

        /** The best division of at least two values. */
        static Split of(double[] values) {
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            int n = sorted.length;
            double mean = Arrays.stream(sorted).average().orElseThrow();
            double total = 0;
            for (double value : sorted) {
                total += (value - mean) * (value - mean);
            }
            int lower = 0;
            double least = Double.POSITIVE_INFINITY;
            double sum = 0;
            double lowerSum = 0;
            for (int i = 1; i < n; i++) {
                sum += sorted[i - 1] - mean;
                // Deviations from the mean sum to zero, so the upper part's sum is the lower one's with the other sign.
                double inside = total - sum * sum / i - sum * sum / (n - i);
                if (inside < least) {
                    least = inside;
                    lower = i;
                    lowerSum = sum;
                }
            }
            return new Split(sorted, lower, mean + lowerSum / lower, mean - lowerSum / (n - lower), Math.max(0, least));
        }

        /** Sum of squares inside the parts. */
        double squares() {
            return squares;
        }

        /** True if a value of the arm is in its upper part. */
        boolean hasAbove(double value) {
            return value > sorted[lower - 1];
        }

        double median() {
            return Median.of(sorted);
        }

        /** The distance between the parts' means. */
        double distance() {
            return upperMean - lowerMean;
        }

        /** True if a value of any arm is nearer to the upper part than to the lower one. */
        boolean isUpper(double value) {
            return Math.abs(upperMean - value) < Math.abs(lowerMean - value);
        }

        /** True if the lower part has so few values that they may be outliers. */
        boolean isLowerSmall() {
            return 3 * lower <= sorted.length;
        }

        /**
         * The value of this arm's usual restarts.
         *
         * @param real whether the parts are two modes, not just halves of one
         */
        double usual(boolean real) {
            return real && !isLowerSmall() ? lowerMean : median();
        }
    }
}
