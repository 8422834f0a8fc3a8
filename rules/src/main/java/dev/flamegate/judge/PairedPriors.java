package dev.flamegate.judge;

import dev.flamegate.model.Comparison;
import dev.flamegate.model.Indicator;
import dev.flamegate.model.Measurement.Measured;
import dev.flamegate.model.Selector;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.stats.Moments;
import dev.flamegate.stats.PairedSample;
import dev.flamegate.stats.VariancePrior;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** How much pairs of past comparisons scattered, by indicator and part of the service. */
final class PairedPriors {
    private final List<Comparison> past;
    private final Map<Key, VariancePrior> known = new HashMap<>();

    /** From comparisons of the same fingerprint. */
    PairedPriors(List<Comparison> past) {
        this.past = List.copyOf(past);
    }

    /** The prior of the variance of a pair's log ratio; none while too few comparisons are known. */
    VariancePrior of(Indicator indicator, Selector selector) {
        return known.computeIfAbsent(new Key(indicator.name(), selector), key -> fit(indicator, selector));
    }

    private VariancePrior fit(Indicator indicator, Selector selector) {
        List<Moments> moments = new ArrayList<>();
        for (Comparison comparison : past) {
            ProfiledComparison bare = ProfiledComparison.bare(comparison);
            Optional<Measured> before = measured(bare.validBaseline(), indicator, selector);
            Optional<Measured> after = measured(bare.validCandidate(), indicator, selector);
            if (before.isPresent() && after.isPresent()) {
                double[] x = logs(before.get());
                double[] y = logs(after.get());
                if (x.length > 0 && y.length > 0) {
                    moments.add(PairedSample.ofLogs(x, y, VariancePrior.NONE, step(before.get(), after.get()))
                            .moments());
                }
            }
        }
        return VariancePrior.fit(moments);
    }

    /** What a run says of one part of the service, if it says one thing. */
    static Optional<Measured> measured(ProfiledRun run, Indicator indicator, Selector selector) {
        return run.run().trials().isEmpty()
                ? Optional.empty()
                : Evidence.of(run, indicator, selector).stream()
                        .filter(Measured.class::isInstance)
                        .map(Measured.class::cast)
                        .findFirst();
    }

    /** Logarithms of the trials' values; none when one of them has no logarithm. */
    static double[] logs(Measured measured) {
        return measured.trials().stream().allMatch(value -> value > 0)
                ? measured.trials().stream().mapToDouble(Math::log).toArray()
                : new double[0];
    }

    /** How far apart the logarithms of neighbouring values are at most, of values above 0 that have a resolution; 0 of exact ones. */
    static double step(Measured before, Measured after) {
        double resolution = RequestEvidence.resolution(before.indicator());
        return Stream.of(before, after)
                .flatMap(measured -> measured.trials().stream())
                .mapToDouble(value -> Math.log1p(resolution / value))
                .max()
                .orElse(0);
    }

    private record Key(String indicator, Selector selector) {}
}
