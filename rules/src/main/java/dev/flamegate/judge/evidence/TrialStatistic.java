package dev.flamegate.judge.evidence;

import dev.flamegate.model.Trial;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A statistic of any number of trials: computed from one trial it is the trial's value, computed from all of them it is
 * the run's. So a run's cost is a ratio of sums, and its percentiles come from merged histograms.
 */
interface TrialStatistic {
    /** The value in base units; empty when the trials did not record what it needs. */
    OptionalDouble of(List<Trial> trials);

    /** The measurement over all trials; missing if any trial has no value. */
    default Measurement measure(
            Indicator indicator, Selector selector, List<Trial> trials, List<Warning> warnings, String missing) {
        List<Double> each = new ArrayList<>();
        for (Trial trial : trials) {
            OptionalDouble value = of(List.of(trial));
            if (value.isEmpty() || !Double.isFinite(value.getAsDouble())) {
                return new Measurement.Missing(indicator, selector, missing);
            }
            each.add(value.getAsDouble());
        }
        OptionalDouble all = of(trials);
        if (all.isEmpty()) {
            return new Measurement.Missing(indicator, selector, missing);
        }
        return new Measurement.Measured(indicator, selector, all.getAsDouble(), each, warnings);
    }
}
