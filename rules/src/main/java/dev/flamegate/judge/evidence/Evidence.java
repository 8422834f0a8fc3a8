package dev.flamegate.judge.evidence;

import dev.flamegate.model.Gauge;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.IndicatorSource;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledRun;
import java.util.List;
import java.util.Optional;

/** Turns a run into measurements: the one place that says how an indicator follows from what was recorded. */
public final class Evidence {
    /** The virtual machine reports its pauses in whole milliseconds. */
    private static final double PAUSE_SECONDS = 0.001;

    private Evidence() {}

    /**
     * Measures an indicator of a run.
     *
     * @param selector the part of the service, with patterns as in a rule
     * @return one measurement, or one per request name that the pattern matches
     */
    public static List<Measurement> of(ProfiledRun profiled, Indicator indicator, Selector selector) {
        return indicator.source().match(new BySource(profiled, indicator, selector));
    }

    /** A run's value for one part of the service; empty if the run has no such value. */
    public static Optional<Measured> measured(ProfiledRun profiled, Indicator indicator, Selector selector) {
        return profiled.run().trials().isEmpty() && !(indicator.source() instanceof IndicatorSource.Counted)
                ? Optional.empty()
                : of(profiled, indicator, selector).stream()
                        .filter(Measured.class::isInstance)
                        .map(Measured.class::cast)
                        .findFirst();
    }

    private record BySource(ProfiledRun profiled, Indicator indicator, Selector selector)
            implements IndicatorSource.Cases<List<Measurement>> {
        @Override
        public List<Measurement> increase(IndicatorSource.Increase source) {
            return List.of(ProcessEvidence.increase(profiled.run(), indicator, source));
        }

        @Override
        public List<Measurement> level(IndicatorSource.Level source) {
            return List.of(ProcessEvidence.level(profiled.run(), indicator, source.gauge()));
        }

        @Override
        public List<Measurement> startup() {
            return List.of(ProcessEvidence.startup(profiled.run(), indicator));
        }

        @Override
        public List<Measurement> latency(IndicatorSource.Latency source) {
            return RequestEvidence.latency(profiled.run(), indicator, selector, source);
        }

        @Override
        public List<Measurement> requests(IndicatorSource.Requests source) {
            return RequestEvidence.requests(profiled.run(), indicator, selector, source);
        }

        @Override
        public List<Measurement> profileShare(IndicatorSource.ProfileShare source) {
            return List.of(ProfileEvidence.share(profiled, indicator, selector, source));
        }

        @Override
        public List<Measurement> starvation() {
            return List.of(ProfileEvidence.starvation(profiled, indicator, selector));
        }

        @Override
        public List<Measurement> query(IndicatorSource.Query source) {
            return List.of(ScrapedEvidence.of(profiled.run(), indicator, source.promql()));
        }

        @Override
        public List<Measurement> counted(IndicatorSource.Counted source) {
            return WorkEvidence.of(profiled.run(), indicator, selector, source.count());
        }
    }

    /**
     * The number of requests from which a latency is computed.
     *
     * @param selector selects one request
     */
    public static RequestCount requests(Run run, Indicator indicator, Selector selector) {
        return RequestEvidence.fewest(run, indicator, selector);
    }

    /** The step between two values of an indicator that the resolution separates, in base units; 0 for exact values. */
    public static double resolution(Indicator indicator) {
        boolean pause = indicator.source() instanceof IndicatorSource.Level level && level.gauge() == Gauge.GC_PAUSE;
        return pause ? PAUSE_SECONDS : RequestEvidence.resolution(indicator);
    }

    /** A value above 0 as it would be read: in whole steps of that {@link #resolution}, at least one. */
    public static double read(Indicator indicator, double value) {
        double step = resolution(indicator);
        return step > 0 ? Math.max(step, Math.rint(value / step) * step) : value;
    }
}
