package dev.flamegate.model.finding;

import dev.flamegate.model.Trial;
import dev.flamegate.model.Warning;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A run's measurement of one indicator and one part of the service. */
public sealed interface Measurement {
    Indicator indicator();

    /** The part measured: names, never patterns. */
    Selector selector();

    /**
     * Measures by a statistic of any number of trials: computed from one trial it is the trial's value, computed from
     * all of them it is the run's. So a run's cost is a ratio of sums, and its percentiles come from merged histograms.
     *
     * @param statistic in base units; empty when the trials did not record what it needs
     * @param missing the reason for people when any trial has no value
     */
    static Measurement of(
            Indicator indicator,
            Selector selector,
            List<Trial> trials,
            Function<List<Trial>, OptionalDouble> statistic,
            List<Warning> warnings,
            String missing) {
        List<Double> each = new ArrayList<>();
        for (Trial trial : trials) {
            OptionalDouble value = statistic.apply(List.of(trial));
            if (value.isEmpty() || !Double.isFinite(value.getAsDouble())) {
                return new Missing(indicator, selector, missing);
            }
            each.add(value.getAsDouble());
        }
        OptionalDouble all = statistic.apply(trials);
        return all.isEmpty()
                ? new Missing(indicator, selector, missing)
                : new Measured(indicator, selector, all.getAsDouble(), each, warnings);
    }

    /**
     * A value.
     *
     * @param value over all trials together, in base units: a ratio of sums, or a statistic of merged histograms
     * @param trials the value of each trial, in order; the sample that intervals are computed from
     * @param bounds between which each trial's value certainly lies, if it was computed from a histogram's buckets;
     *     empty if values are exact
     */
    record Measured(
            Indicator indicator,
            Selector selector,
            double value,
            List<Double> trials,
            List<Bounds> bounds,
            List<Warning> warnings)
            implements Measurement {
        public Measured {
            bounds = List.copyOf(bounds);
            if (!bounds.isEmpty() && bounds.size() != trials.size()) {
                throw new IllegalArgumentException(bounds.size() + ": either every trial has bounds or none has");
            }
            Objects.requireNonNull(indicator, "indicator");
            trials = List.copyOf(trials);
            warnings = List.copyOf(warnings);
            if (trials.isEmpty()) {
                throw new IllegalArgumentException(indicator.name() + ": a measured value needs at least one trial");
            }
        }

        /** An exact value. */
        public Measured(
                Indicator indicator, Selector selector, double value, List<Double> trials, List<Warning> warnings) {
            this(indicator, selector, value, trials, List.of(), warnings);
        }
    }

    /**
     * The bounds between which a value lies: a bucket of a histogram, or less where the buckets around it tell more.
     *
     * @param lower the least that the value may be
     * @param upper the most, at least {@code lower}; may be infinity
     */
    record Bounds(double lower, double upper) {
        public Bounds {
            if (!(lower <= upper)) {
                throw new IllegalArgumentException("(" + lower + ", " + upper + "]: bounds must be in order");
            }
        }
    }

    /**
     * No value.
     *
     * @param reason why, as a clause for people: {@code the target exposes no histogram of its requests}
     */
    record Missing(Indicator indicator, Selector selector, String reason) implements Measurement {}
}
