package dev.flamegate.judge;

import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.Counter;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.IndicatorSource;
import dev.flamegate.model.rule.IndicatorSource.Counted;
import dev.flamegate.model.rule.IndicatorSource.Increase;
import dev.flamegate.model.rule.IndicatorSource.Requests;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.stats.Moments;
import dev.flamegate.stats.RunToRun;
import dev.flamegate.stats.VariancePrior;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The noise of an indicator, on the scale of logarithms, as far as past runs with the same fingerprint show it.
 *
 * @param trials prior of the variance between trials of one run
 * @param betweenRuns variance between whole runs, and how well it is known
 */
record Noise(VariancePrior trials, VariancePrior.Pooled betweenRuns) {
    /**
     * Standard deviation between whole runs, assumed until there are enough of them to tell. What depends on the
     * machine's speed drifts from session to session; allocation hardly does, nor does the throughput of an open model
     * (docs/internals/decisions/0004).
     */
    private static final double USUAL_DRIFT = 0.05;

    private static final double STEADY_DRIFT = 0.003;
    private static final Set<IndicatorSource> STEADY =
            Set.of(new Increase(Counter.ALLOCATED, Increase.Per.REQUEST), Requests.THROUGHPUT);

    /** The number of runs that the assumption counts for, in addition to those seen. */
    private static final int ASSUMED_RUNS = 3;

    /**
     * Degrees of freedom of the assumption. With three, a new history would let only a growth of more than 80 % fail;
     * with more, a machine that drifts by 8 % fails an unchanged build more often.
     */
    private static final int LEAST_DEGREES = 6;

    static Noise of(Indicator indicator, Selector selector, List<Run> past) {
        List<Moments> moments = moments(indicator, selector, past);
        return new Noise(VariancePrior.fit(moments), betweenRuns(indicator, moments));
    }

    /** The moments of the logarithms of each run's trials, for the runs that have values above 0. */
    static List<Moments> moments(Indicator indicator, Selector selector, List<Run> past) {
        List<Moments> moments = new ArrayList<>();
        for (Run run : past) {
            ProfiledRun bare = new ProfiledRun(
                    run,
                    run.trials().stream()
                            .map(trial -> Map.<ProfileEvent, CallTree>of())
                            .toList());
            for (Measurement measurement : Evidence.of(bare, indicator, selector)) {
                if (measurement instanceof Measurement.Measured measured
                        && measured.trials().stream().allMatch(value -> value > 0)) {
                    moments.add(
                            Moments.of(measured.trials().stream().map(Math::log).toList()));
                }
            }
        }
        return moments;
    }

    /**
     * The variance between runs. Values that depend on the machine's speed change from session to session, so any
     * difference between runs counts as noise, but for one step of the level. Steady values only change with the build:
     * five builds that each add 3 % are five changes, not noise that would hide their sum.
     */
    private static VariancePrior.Pooled betweenRuns(Indicator indicator, List<Moments> runs) {
        boolean steady = STEADY.contains(indicator.source()) || indicator.source() instanceof Counted;
        double sd = steady ? STEADY_DRIFT : USUAL_DRIFT;
        double assumed = sd * sd;
        if (runs.size() < RunToRun.MIN_RUNS) {
            return new VariancePrior.Pooled(assumed, LEAST_DEGREES);
        }
        VariancePrior.Pooled seen = steady ? RunToRun.varianceAroundTrend(runs) : RunToRun.variance(runs);
        double all = ASSUMED_RUNS + seen.degrees();
        return new VariancePrior.Pooled(
                (ASSUMED_RUNS * assumed + seen.degrees() * seen.variance()) / all, Math.max(LEAST_DEGREES, all));
    }
}
