import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Change points of a series as Apache Otava finds them, written from its description (docs/MATH.md) and checked against the
 * program. E-divisive (Matteson and James, arXiv 1306.4933) proposes where to split; Student's t test of all values up to the
 * neighbouring change points accepts it at ten times the p value, until the most divergent proposal is refused; windows of 50
 * move on by half, or to the last change found. Then the weakest points are taken back until all hold at the p value
 * itself (Fleming et al., arXiv 2301.03034).
 */
final class EDivisive {
    private static final double WEAK = 10;
    private static final int WINDOW = 50;

    /**
     * A change point.
     *
     * @param index of the first value after it
     * @param rises whether the mean after it is larger than the one before
     */
    record Change(int index, boolean rises) {}

    private final double[] series;

    /** Sums of all distances |x(i) - x(j)| with i below the one index and j below the other. */
    private final double[][] sums;

    private EDivisive(double[] series) {
        this.series = series;
        int n = series.length;
        sums = new double[n + 1][n + 1];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                sums[i + 1][j + 1] = sums[i][j + 1] + sums[i + 1][j] - sums[i][j] + Math.abs(series[i] - series[j]);
            }
        }
    }

    /** Change points in order. */
    static List<Change> changes(double[] series, double p) {
        EDivisive search = new EDivisive(series);
        TreeSet<Integer> found = new TreeSet<>();
        for (int from = 0; from < series.length; ) {
            TreeSet<Integer> here = search.splits(from, Math.min(from + WINDOW, series.length), WEAK * p);
            found.addAll(here);
            from = Math.max(here.isEmpty() ? 0 : here.last(), from + WINDOW / 2);
        }
        List<Integer> kept = search.keep(found, p);
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < kept.size(); i++) {
            double[] left = search.moments(from(kept, i), kept.get(i));
            double[] right = search.moments(kept.get(i), search.to(kept, i));
            changes.add(new Change(kept.get(i), right[0] > left[0]));
        }
        return changes;
    }

    /** Weak change points of one window. */
    private TreeSet<Integer> splits(int from, int to, double p) {
        TreeSet<Integer> found = new TreeSet<>();
        while (true) {
            int best = -1;
            double most = Double.NEGATIVE_INFINITY;
            for (int start = from; start < to; start = end(start, to, found)) {
                int end = end(start, to, found);
                for (int at = start + 1; at < end; at++) {
                    for (int stop = at + 1; stop <= end; stop++) {
                        double divergence = divergence(start, at, stop);
                        if (divergence > most) {
                            most = divergence;
                            best = at;
                        }
                    }
                }
            }
            if (best < 0) {
                return found;
            }
            Integer before = found.lower(best);
            if (p(before == null ? from : before, best, end(best, to, found)) > p) {
                return found;
            }
            found.add(best);
        }
    }

    private static int end(int start, int to, TreeSet<Integer> found) {
        Integer next = found.higher(start);
        return next == null ? to : next;
    }

    /**
     * Takes the weakest point back until none is too weak. As the program does, a point taken back has the two points after
     * it tested anew, but not the one before it, which keeps the p value it had.
     */
    private List<Integer> keep(TreeSet<Integer> weak, double p) {
        List<Integer> kept = new ArrayList<>(weak);
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < kept.size(); i++) {
            values.add(p(kept, i));
        }
        while (!kept.isEmpty()) {
            int weakest = values.indexOf(Collections.max(values));
            if (values.get(weakest) < p) {
                break;
            }
            kept.remove(weakest);
            values.remove(weakest);
            for (int i = weakest; i < Math.min(weakest + 2, kept.size()); i++) {
                values.set(i, p(kept, i));
            }
        }
        return kept;
    }

    private double p(List<Integer> points, int i) {
        return p(from(points, i), points.get(i), to(points, i));
    }

    private static int from(List<Integer> points, int i) {
        return i == 0 ? 0 : points.get(i - 1);
    }

    private int to(List<Integer> points, int i) {
        return i + 1 == points.size() ? series.length : points.get(i + 1);
    }

    /** Q of the values [from, at) and [at, end). */
    private double divergence(int from, int at, int end) {
        double n = at - from;
        double m = end - at;
        double across = 2 / (n * m) * sum(from, at, at, end);
        double left = n > 1 ? sum(from, at, from, at) / (n * (n - 1)) : 0;
        double right = m > 1 ? sum(at, end, at, end) / (m * (m - 1)) : 0;
        return n * m / (n + m) * (across - left - right);
    }

    private double sum(int from, int to, int from2, int to2) {
        return sums[to][to2] - sums[from][to2] - sums[to][from2] + sums[from][from2];
    }

    /** Two-sided, with variances over n and not n - 1, as Otava has them. */
    private double p(int from, int at, int end) {
        double n = at - from;
        double m = end - at;
        if (n + m < 3) {
            return 1;
        }
        double[] left = moments(from, at);
        double[] right = moments(at, end);
        double pooled = ((n - 1) * left[1] + (m - 1) * right[1]) / (n + m - 2);
        if (pooled == 0) {
            return left[0] == right[0] ? 1 : 0;
        }
        double t = Math.abs(left[0] - right[0]) / Math.sqrt(pooled * (1 / n + 1 / m));
        return 2 * TDistribution.of(n + m - 2).survivalProbability(t);
    }

    /** Mean, and mean square around it. */
    private double[] moments(int from, int to) {
        double mean = 0;
        for (int i = from; i < to; i++) {
            mean += series[i] / (to - from);
        }
        double squares = 0;
        for (int i = from; i < to; i++) {
            squares += (series[i] - mean) * (series[i] - mean);
        }
        return new double[] {mean, squares / (to - from)};
    }
}
