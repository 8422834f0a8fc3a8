package dev.flamegate.model;

import java.util.List;
import java.util.Objects;

/** What a run says of one indicator and one part of the service. */
public sealed interface Measurement {
    Indicator indicator();

    /** The part measured: names, never patterns. */
    Selector selector();

    /**
     * A value.
     *
     * @param value of all trials together, in base units: a ratio of sums, or a statistic of merged histograms
     * @param trials the value of each trial, in order; the sample that intervals are made from
     */
    record Measured(Indicator indicator, Selector selector, double value, List<Double> trials, List<Warning> warnings)
            implements Measurement {
        public Measured {
            Objects.requireNonNull(indicator, "indicator");
            trials = List.copyOf(trials);
            warnings = List.copyOf(warnings);
            if (trials.isEmpty()) {
                throw new IllegalArgumentException(indicator.name() + ": a measured value has at least one trial");
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
