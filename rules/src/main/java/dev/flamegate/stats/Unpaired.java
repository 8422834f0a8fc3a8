package dev.flamegate.stats;

import java.util.List;

/**
 * Compares the trials of a run with those of stored runs.
 *
 * <p>The variance of the difference of means is {@code s² (1/n + 1/m) + v (1 + 1/k)}: s² the trials' variance,
 * pooled over both sides and moderated by the past, n and m the numbers of trials, v the variance between whole
 * runs and k the number of baseline runs. Without v, two sessions on a drifting machine would alarm in 14-25 % of
 * unchanged builds at a nominal 1 %.
 */
public final class Unpaired {
    private Unpaired() {}

    /**
     * The change of the candidate's mean against the mean of the baseline runs' means.
     *
     * @param candidate trials of the run judged
     * @param baselines trials of each baseline run, at least one run
     * @param prior of the trials' variance
     * @param betweenRuns variance between whole runs, not negative
     */
    public static Change compare(Moments candidate, List<Moments> baselines, VariancePrior prior, double betweenRuns) {
        double squares = candidate.degrees() * candidate.variance();
        double degrees = candidate.degrees();
        double meanOfBaselines = 0;
        double errorOfBaselines = 0;
        int k = baselines.size();
        for (Moments baseline : baselines) {
            squares += baseline.degrees() * baseline.variance();
            degrees += baseline.degrees();
            meanOfBaselines += baseline.mean() / k;
            errorOfBaselines += 1.0 / baseline.n() / k / k;
        }
        double pooled = degrees > 0 ? squares / degrees : 0;
        VariancePrior.Pooled moderated = prior.moderate(pooled, degrees);
        double variance = moderated.variance() * (1.0 / candidate.n() + errorOfBaselines) + betweenRuns * (1 + 1.0 / k);
        return new Change(candidate.mean() - meanOfBaselines, Math.sqrt(variance), moderated.degrees());
    }
}
