package dev.flamegate.search.bisect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The likelihood of the measured pairs under each assumption about growth and noise.
 *
 * <p>One commit grew the indicator by an unknown amount. A pair of two builds of which only the second contains that
 * commit shows this amount plus noise, any other pair shows noise. The noise of a pair is Student's t with 4 degrees of
 * freedom and an unknown scale; and with an unknown, small probability a pair is odd and shows anything (a slow
 * restart). Amount, scale and probability of odd pairs are not estimated first but integrated over a grid, so that
 * their doubt is part of the result.
 *
 * <p>So a single pair moves the odds of two commits by a bounded factor, however far out it lies.
 */
final class Likelihood {
    /** Density of t with 4 degrees of freedom at 0; it falls off as {@code (1 + x²/4)} to the power of -5/2. */
    private static final double PEAK = 3.0 / 8;

    private static final double DEGREES = 4;

    /** Distances of the amounts from the one estimated, as parts of it: fine where many precise pairs put it. */
    private static final double[] AWAY = {0.005, 0.015, 0.035, 0.07, 0.12, 0.2, 0.3, 0.42, 0.56, 0.72, 0.9};

    private static final double[] LARGER = {2.2, 2.6, 3.2};

    /** Smallest and largest scale of the noise, as parts of the amount, and the factor between two. */
    private static final double LEAST_NOISE = 0.002;

    private static final double MOST_NOISE = 6;
    private static final double NOISE_STEP = 1.5;

    /**
     * Probabilities of an odd pair, each with its own: rare, as on most services, up to one restart in eight being
     * slow.
     */
    private static final double[] ODD = {0.005, 0.03, 0.15};

    private static final double[] ODD_WEIGHTS = {0.5, 0.35, 0.15};

    /** A difference of two values that are read in steps has this part of a step's square as variance. */
    private static final double OF_STEP = 1.0 / 6;

    private final double size;
    private final List<Cell> cells = new ArrayList<>();
    private final Map<Arms, double[][]> logs = new LinkedHashMap<>();

    /**
     * Two builds that were measured against each other.
     *
     * @param before number of a commit, or {@link MeasuredPair#GOOD}
     */
    record Arms(int before, int after) {
        /** The step of a commit's change between the two builds: 1 where it came, -1 where it was lost, else 0. */
        int step(CommitGraph graph, int change) {
            int had = before != MeasuredPair.GOOD && graph.contains(before, change) ? 1 : 0;
            return (graph.contains(after, change) ? 1 : 0) - had;
        }
    }

    /**
     * One point of the grid.
     *
     * @param amount of the growth, as a part of the one estimated
     * @param noise scale of a pair's noise, likewise
     * @param odd probability of an odd pair
     * @param weight before any pair, as a logarithm
     */
    record Cell(double amount, double noise, double odd, double weight) {
        private double log(double growth, double expected) {
            double x = (growth - expected) / noise;
            double y = 1 + x * x / DEGREES;
            double usual = PEAK / noise / (y * y * Math.sqrt(y));
            double wide = 1 / (Math.PI * (1 + growth * growth));
            return Math.log((1 - odd) * usual + odd * wide);
        }
    }

    /**
     * A likelihood before any pair.
     *
     * @param size the amount as estimated, above 0, on the scale of the pairs
     * @param step the smallest difference that two values can have on that scale; 0 for exact values
     */
    Likelihood(double size, double step) {
        if (!(size > 0)) {
            throw new IllegalArgumentException(size + ": a rule that breaks has a growth above 0");
        }
        this.size = size;
        double[] amounts = amounts();
        double least = Math.max(LEAST_NOISE, Math.sqrt(OF_STEP) * step / size);
        for (int i = 0; i < amounts.length; i++) {
            // Every amount is as probable as any other: a point stands for the stretch up to half way to the next.
            double stretch = (amounts[Math.min(amounts.length - 1, i + 1)] - amounts[Math.max(0, i - 1)]) / 2;
            for (double noise = least; noise < Math.max(MOST_NOISE, least * NOISE_STEP); noise *= NOISE_STEP) {
                for (int o = 0; o < ODD.length; o++) {
                    cells.add(new Cell(amounts[i], noise, ODD[o], Math.log(stretch * ODD_WEIGHTS[o])));
                }
            }
        }
    }

    private static double[] amounts() {
        List<Double> points = new ArrayList<>(List.of(1.0));
        for (double away : AWAY) {
            points.add(1 - away);
            points.add(1 + away);
        }
        for (double larger : LARGER) {
            points.add(larger);
        }
        return points.stream().mapToDouble(point -> point).sorted().toArray();
    }

    void add(MeasuredPair pair) {
        double[][] byStep =
                logs.computeIfAbsent(new Arms(pair.before(), pair.after()), arms -> new double[3][cells.size()]);
        double growth = pair.growth() / size;
        for (int step = -1; step <= 1; step++) {
            for (int c = 0; c < cells.size(); c++) {
                byStep[step + 1][c] +=
                        cells.get(c).log(growth, step * cells.get(c).amount());
            }
        }
    }

    /** The pairs of builds that were measured. */
    List<Arms> arms() {
        return List.copyOf(logs.keySet());
    }

    List<Cell> cells() {
        return cells;
    }

    /** The amount that the cells' amounts are parts of. */
    double size() {
        return size;
    }

    /**
     * The logarithm of every cell's weight after all pairs.
     *
     * @param steps of some commit between each of {@link #arms}, in their order
     */
    double[] weights(List<Integer> steps) {
        double[] weights = cells.stream().mapToDouble(Cell::weight).toArray();
        int i = 0;
        for (double[][] byStep : logs.values()) {
            double[] its = byStep[steps.get(i++) + 1];
            for (int c = 0; c < weights.length; c++) {
                weights[c] += its[c];
            }
        }
        return weights;
    }
}
