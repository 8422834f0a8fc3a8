package dev.flamegate.stats;

import java.util.List;

/**
 * How much whole runs of an unchanged service differ beyond what their trials' spread explains: the machine's
 * drift between one session and the next, which trials inside one run cannot see.
 */
public final class RunToRun {
    /** Fewer runs than this say too little of how runs differ. */
    public static final int MIN_RUNS = 4;

    private RunToRun() {}

    /**
     * Variance between runs by the method of moments (one-way random effects), not negative.
     *
     * @param runs moments of each run's trials, at least {@value #MIN_RUNS}
     */
    public static double variance(List<Moments> runs) {
        if (runs.size() < MIN_RUNS) {
            throw new IllegalArgumentException(runs.size() + " runs: at least " + MIN_RUNS + " are needed");
        }
        double within = runs.stream()
                .mapToDouble(run -> run.variance() / run.n())
                .average()
                .orElseThrow();
        Moments means = Moments.of(runs.stream().map(Moments::mean).toList());
        return Math.max(0, means.variance() - within);
    }
}
