package dev.flamegate.stats;

import java.util.List;
import java.util.stream.IntStream;

/**
 * How much whole runs of an unchanged service differ beyond what their trials' spread explains: the machine's
 * drift between one session and the next, which trials inside one run cannot see.
 */
public final class RunToRun {
    /** Fewer runs than this say too little of how runs differ. */
    public static final int MIN_RUNS = 4;

    /** Of (1, -2, 1), the weights of a run and its neighbours. */
    private static final double SQUARES_OF_WEIGHTS = 6;

    /** With one degree of freedom. */
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
     * The same of an indicator that the machine hardly moves, where a trend over the runs, or a step, is what builds added. Taken
     * from how far each run is off the middle of its neighbours (the median of squares, for normal deviations), which neither
     * changes; too large rather than too small for few runs.
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
                .sorted()
                .toArray();
        int half = squares.length / 2;
        double median = squares.length % 2 == 1 ? squares[half] : (squares[half - 1] + squares[half]) / 2;
        return Math.max(0, median / MEDIAN_OF_CHI_SQUARED - within);
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
