package dev.flamegate.judge;

import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.IndicatorSource;
import dev.flamegate.model.rule.IndicatorSource.Level;
import dev.flamegate.model.rule.IndicatorSource.Query;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.stats.PairPrior;
import dev.flamegate.stats.PairedSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The scatter of the pairs of past comparisons, by indicator and part of the service. */
final class PairNoise {
    private final List<Comparison> past;
    private final Comparison.Manner manner;
    private final Map<Key, PairPrior> known = new HashMap<>();

    /**
     * The noise of past comparisons with the same fingerprint.
     *
     * @param manner in which pairs are measured now, as they were in the past
     */
    PairNoise(List<Comparison> past, Comparison.Manner manner) {
        this.past = List.copyOf(past);
        this.manner = manner;
    }

    /** The prior for a pair's log ratio, from past comparisons. */
    PairPrior of(Indicator indicator, Selector selector) {
        return known.computeIfAbsent(
                new Key(indicator.name(), selector),
                key -> PairPrior.of(
                        samples(indicator, selector).stream()
                                .map(PairedSample::past)
                                .toList(),
                        UsualNoise.prior(indicator, manner)));
    }

    /** The pairs of each past comparison that has values above 0. */
    List<PairedSample> samples(Indicator indicator, Selector selector) {
        List<PairedSample> samples = new ArrayList<>();
        for (Comparison comparison : past) {
            ProfiledComparison bare = ProfiledComparison.bare(comparison);
            Optional<Measured> before = Evidence.measured(bare.validBaseline(), indicator, selector);
            Optional<Measured> after = Evidence.measured(bare.validCandidate(), indicator, selector);
            if (before.isPresent() && after.isPresent()) {
                sample(before.get(), after.get(), PairPrior.NONE).ifPresent(samples::add);
            }
        }
        return samples;
    }

    /** The logarithms of two arms; empty when a value has none. */
    static Optional<PairedSample> sample(Measured before, Measured after, PairPrior prior) {
        double[] x = logs(before);
        double[] y = logs(after);
        return x.length > 0 && y.length > 0
                ? Optional.of(PairedSample.ofLogs(x, y, prior, step(before, after)))
                : Optional.empty();
    }

    /** Logarithms of the trials' values; empty when a value has no logarithm. */
    static double[] logs(Measured measured) {
        return measured.trials().stream().allMatch(value -> value > 0)
                ? measured.trials().stream().mapToDouble(Math::log).toArray()
                : new double[0];
    }

    /**
     * The largest distance between the logarithms of two neighbouring values that the resolution separates; 0 for exact
     * values. A level or an answer to a query is a count if all its values are whole: equal ones do not prove that it
     * hardly scatters.
     */
    static double step(Measured before, Measured after) {
        IndicatorSource source = before.indicator().source();
        boolean counts = (source instanceof Level || source instanceof Query)
                && Stream.of(before, after)
                        .flatMap(measured -> measured.trials().stream())
                        .allMatch(value -> Math.rint(value) == value);
        double resolution = counts ? 1 : Evidence.resolution(before.indicator());
        return Stream.of(before, after)
                .flatMap(measured -> measured.trials().stream())
                .mapToDouble(value -> Math.log1p(resolution / value))
                .max()
                .orElse(0);
    }

    private record Key(String indicator, Selector selector) {}
}
