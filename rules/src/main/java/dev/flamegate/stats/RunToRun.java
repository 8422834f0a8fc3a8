package dev.flamegate.stats;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The difference of whole runs of an unchanged service beyond what the spread of their trials explains: the machine's
 * drift between one session and the next, which trials of one run cannot show (docs/internals/decisions/0004).
 */
public final class RunToRun {
    /** Fewer runs than this say too little about how runs differ. */
    public static final int MIN_RUNS = 4;

    /** The sum of squares of (1, -2, 1), the weights of a run and its two neighbours. */
    private static final double SQUARES_OF_WEIGHTS = 6;

    /** The median with one degree of freedom. */
    private static final double MEDIAN_OF_CHI_SQUARED = 0.454936;

    /** A step explains at least this part of the variance between runs, or it is taken for noise. */
    private static final double STEP_EXPLAINS = 0.75;

    /** Runs on each side of a step: one run alone is an outlier and no level. */
    private static final int RUNS_OF_LEVEL = 2;

    /** Fewer runs look like a step too often: unchanged runs of a drifting machine would fail a third more often. */
    private static final int RUNS_OF_STEP = 10;

    /**
     * The split that explains most was picked from all, so that what it leaves is too small: by simulation of unchanged
     * runs this corrects it (bench/results/decisions-runs.md).
     */
    private static final double PICKED = 1.3;

    private RunToRun() {}

    /**
     * Variance between runs by the method of moments (one-way random effects), not negative, with its degrees of
     * freedom. One step of the level that explains nearly all of it, such as an accepted growth or an improvement, is
     * taken out: as noise it would hide every further growth until the last run before it is forgotten.
     *
     * @param runs moments of each run's trials in the order of time, at least {@value #MIN_RUNS}
     */
    public static VariancePrior.Pooled variance(List<Moments> runs) {
        double within = within(runs);
        List<Double> means = runs.stream().map(Moments::mean).toList();
        double all = squares(means);
        double left = all;
        for (int split = RUNS_OF_LEVEL; split <= means.size() - RUNS_OF_LEVEL; split++) {
            left = Math.min(left, squares(means.subList(0, split)) + squares(means.subList(split, means.size())));
        }
        boolean isStep = means.size() >= RUNS_OF_STEP && left <= (1 - STEP_EXPLAINS) * all;
        int degrees = means.size() - (isStep ? 2 : 1);
        double seen = isStep ? PICKED * left / degrees : all / degrees;
        return new VariancePrior.Pooled(Math.max(0, seen - within), degrees);
    }

    /** Sum of the squared distances from the mean. */
    private static double squares(List<Double> values) {
        Moments moments = Moments.of(values);
        return moments.variance() * moments.degrees();
    }

    /**
     * The variance for an indicator that hardly depends on the machine, so that a trend or a step over the runs comes
     * from the builds. It uses the distance of each run from the mean of its two neighbours, which neither a trend nor
     * a step changes much: the median of the squares, scaled for normal deviations. With few runs it errs on the large
     * side.
     *
     * @param runs moments of each run's trials in the order of time, at least {@value #MIN_RUNS}
     */
    public static VariancePrior.Pooled varianceAroundTrend(List<Moments> runs) {
        double within = within(runs);
        double[] squares = IntStream.range(1, runs.size() - 1)
                .mapToDouble(i -> runs.get(i - 1).mean()
                        - 2 * runs.get(i).mean()
                        + runs.get(i + 1).mean())
                .map(off -> off * off / SQUARES_OF_WEIGHTS)
                .toArray();
        return new VariancePrior.Pooled(
                Math.max(0, Median.of(squares) / MEDIAN_OF_CHI_SQUARED - within), runs.size() - 2);
    }

    private static double within(List<Moments> runs) {
        if (runs.size() < MIN_RUNS) {
            throw new IllegalArgumentException(runs.size() + " runs: at least " + MIN_RUNS + " are needed");
        }
        return runs.stream()
                .mapToDouble(run -> run.variance() / run.n())
                .average()
                .orElseThrow();
    }
}
