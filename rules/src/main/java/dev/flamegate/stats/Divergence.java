package dev.flamegate.stats;

/**
 * How far two neighbouring stretches of a series are apart, by the energy distance of their values:
 * {@code nm/(n+m) · (2 E|X-Y| - E|X-X'| - E|Y-Y'|)}.
 *
 * @param at index of the first value of the second stretch; 0 where the series is too short for two
 * @param size the distance, at least 0 in expectation, larger the surer the stretches differ
 */
record Divergence(int at, double size) {
    private static final Divergence NONE = new Divergence(0, 0);

    /**
     * The most divergent split: two stretches of {@link ChangePoints#SHORTEST} values at least, the first from the
     * beginning on, the second ending wherever it stands out most.
     */
    static Divergence largest(double[] values) {
        int n = values.length;
        int least = ChangePoints.SHORTEST;
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
