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

    private RunToRun() {}

    /**
     * Variance between runs by the method of moments (one-way random effects), not negative.
     *
     * @param runs moments of each run's trials, at least {@value #MIN_RUNS}
     */
    public static double variance(List<Moments> runs) {
        double within = within(runs);
        Moments means = Moments.of(runs.stream().map(Moments::mean).toList());
        return Math.max(0, means.variance() - within);
    }

    /**
     * The variance for an indicator that hardly depends on the machine, so that a trend or a step over the runs comes
     * from the builds. It uses the distance of each run from the mean of its two neighbours, which neither a trend nor
     * a step changes much: the median of the squares, scaled for normal deviations. With few runs it errs on the large
     * side.
     *
     * @param runs moments of each run's trials in the order of time, at least {@value #MIN_RUNS}
     */
    public static double varianceAroundTrend(List<Moments> runs) {
        double within = within(runs);
        double[] squares = IntStream.range(1, runs.size() - 1)
                .mapToDouble(i -> runs.get(i - 1).mean()
                        - 2 * runs.get(i).mean()
                        + runs.get(i + 1).mean())
                .map(off -> off * off / SQUARES_OF_WEIGHTS)
                .toArray();
        return Math.max(0, Median.of(squares) / MEDIAN_OF_CHI_SQUARED - within);
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
