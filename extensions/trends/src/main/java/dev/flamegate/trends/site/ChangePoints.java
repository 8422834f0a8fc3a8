package dev.flamegate.trends.site;

import dev.flamegate.stats.Change;
import dev.flamegate.stats.Median;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Finds the changes of a series: E-divisive (Matteson and James, "A nonparametric approach for multiple change point
 * analysis of multivariate data", JASA 109, 2014) on the distances between its values, whatever their distribution. The
 * most divergent split is accepted if hardly any other order of the same values has one as divergent; then the
 * stretches on both sides are searched in the same way.
 *
 * <p>A series without a change, whose values could as well have come in any other order, is given one in at most
 * {@link #FALSE_ALARMS} of cases: that is the level of the permutation test, which accounts for the choice of the
 * split. It does not hold where the noise drifts slowly (docs/internals/notes/0022). The same values always have the
 * same changes, because the orders come from a fixed seed.
 */
public final class ChangePoints {
    /** The largest share of series without a change that are given one. */
    public static final double FALSE_ALARMS = 0.01;

    /** The fewest values on either side of a change. */
    public static final int SHORTEST = 4;

    /** The number of values at the end of a series that are searched; the work grows with its square. */
    public static final int LONGEST = 250;

    /** The number of further values during which a change that is only just found can be lost, and found again. */
    private static final int FLICKER = 10;

    /** Orders tried, enough for a level of 1 %: p values are multiples of 1/(this + 1). */
    private static final int ORDERS = 499;

    private static final int MOST_AS_DIVERGENT = (int) Math.floor(FALSE_ALARMS * (ORDERS + 1)) - 1;
    private static final long SEED = 0x9E3779B97F4A7C15L;

    /**
     * A change.
     *
     * @param index of the first value after it
     * @param before median of the stretch before it
     * @param after median of the stretch from it on
     */
    public record Change(int index, double before, double after) {
        /** The change relative to the value before: 0.1 = +10 %; not finite if that was 0. */
        public double growth() {
            return after / before - 1;
        }

        private boolean isNear(Change other) {
            return Math.abs(index - other.index) <= SHORTEST && (after > before) == (other.after > other.before);
        }
    }

    private final double[] series;
    private long state = SEED;

    private ChangePoints(double[] series) {
        this.series = series;
    }

    /**
     * The changes of a series, in order.
     *
     * @param series finite values by time, of which the last {@link #LONGEST} are searched
     * @throws IllegalArgumentException for a value that is not finite
     */
    public static List<Change> in(double... series) {
        for (double value : series) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(value + ": change points need finite values");
            }
        }
        int skipped = Math.max(0, series.length - LONGEST);
        double[] last = Arrays.copyOfRange(series, skipped, series.length);
        SortedSet<Integer> splits = new TreeSet<>();
        new ChangePoints(last).search(0, last.length, splits);
        List<Integer> edges = new ArrayList<>(splits);
        edges.add(0, 0);
        edges.add(last.length);
        List<Change> changes = new ArrayList<>();
        for (int i = 1; i + 1 < edges.size(); i++) {
            changes.add(new Change(
                    skipped + edges.get(i),
                    Median.of(Arrays.copyOfRange(last, edges.get(i - 1), edges.get(i))),
                    Median.of(Arrays.copyOfRange(last, edges.get(i), edges.get(i + 1)))));
        }
        return changes;
    }

    /**
     * The changes of a series that its first values alone do not show, nor did a short while before. Where a change is
     * found moves by some values while it is recent, and one that is only just found comes and goes: one that was found
     * up to {@link #SHORTEST} values away, in the same direction, is no news.
     *
     * @param known number of the first values, from 0 to the length of the series
     * @param series as for {@link #in}
     */
    public static List<Change> news(int known, double... series) {
        if (known == series.length) {
            return List.of();
        }
        List<Change> news = in(series);
        for (int earlier = known; earlier >= 0 && earlier >= known - FLICKER && !news.isEmpty(); earlier--) {
            List<Change> old = in(Arrays.copyOf(series, earlier));
            news = news.stream()
                    .filter(change -> old.stream().noneMatch(change::isNear))
                    .toList();
        }
        return news;
    }

    private void search(int from, int to, Set<Integer> splits) {
        double[] values = Arrays.copyOfRange(series, from, to);
        Divergence seen = Divergence.largest(values);
        if (seen.at() == 0 || !isRare(values, seen.size())) {
            return;
        }
        splits.add(from + seen.at());
        search(from, from + seen.at(), splits);
        search(from + seen.at(), to, splits);
    }

    /** True if few enough orders of the values are as divergent; stops as soon as there are too many of them. */
    private boolean isRare(double[] values, double divergence) {
        double[] shuffled = values.clone();
        int asDivergent = 0;
        for (int i = 0; i < ORDERS; i++) {
            shuffle(shuffled);
            if (Divergence.largest(shuffled).size() >= divergence * (1 - 1e-12)) {
                asDivergent++;
                if (asDivergent > MOST_AS_DIVERGENT) {
                    return false;
                }
            }
        }
        return true;
    }

    private void shuffle(double[] values) {
        for (int i = values.length - 1; i > 0; i--) {
            int j = (int) Math.floorMod(next(), (long) i + 1);
            double swapped = values[i];
            values[i] = values[j];
            values[j] = swapped;
        }
    }

    /** SplitMix64. */
    private long next() {
        state += 0x9E3779B97F4A7C15L;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /**
     * The distance between two neighbouring stretches of a series, by the energy distance of their values:
     * {@code nm/(n+m) · (2 E|X-Y| - E|X-X'| - E|Y-Y'|)}.
     *
     * @param at index of the first value of the second stretch; 0 if the series is too short for two
     * @param size the distance, at least 0 in expectation, larger the more clearly the stretches differ
     */
    private record Divergence(int at, double size) {
        private static final Divergence NONE = new Divergence(0, 0);

        /**
         * The most divergent split: two stretches of at least {@link #SHORTEST} values, of which the first begins where
         * the series does and the second ends wherever it stands out most.
         */
        static Divergence largest(double[] values) {
            int n = values.length;
            int least = SHORTEST;
            Divergence largest = NONE;
            double[][] sums = sums(values);
            for (int at = least; at <= n - least; at++) {
                double left = within(sums, 0, at);
                for (int end = at + least; end <= n; end++) {
                    double across = 2 * between(sums, 0, at, at, end) / ((double) at * (end - at));
                    double right = within(sums, at, end);
                    double size = (double) at * (end - at) / end * (across - left - right);
                    if (size > largest.size) {
                        largest = new Divergence(at, size);
                    }
                }
            }
            return largest;
        }

        /** Sums of all distances |x(i) - x(j)| with i below the one index and j below the other. */
        private static double[][] sums(double[] values) {
            int n = values.length;
            double[][] sums = new double[n + 1][n + 1];
            for (int i = 0; i < n; i++) {
                double row = 0;
                for (int j = 0; j < n; j++) {
                    row += Math.abs(values[i] - values[j]);
                    sums[i + 1][j + 1] = sums[i][j + 1] + row;
                }
            }
            return sums;
        }

        private static double within(double[][] sums, int from, int to) {
            double n = to - from;
            return between(sums, from, to, from, to) / (n * (n - 1));
        }

        private static double between(double[][] sums, int from, int to, int from2, int to2) {
            return sums[to][to2] - sums[from][to2] - sums[to][from2] + sums[from][from2];
        }
    }
}
