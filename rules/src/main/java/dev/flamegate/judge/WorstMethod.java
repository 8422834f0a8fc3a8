package dev.flamegate.judge;

import dev.flamegate.judge.attribution.DifferentialCost;
import dev.flamegate.judge.attribution.FrameCost;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.stats.Blur;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Estimate;
import dev.flamegate.stats.Modes;
import dev.flamegate.stats.PairedChange;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The method whose own cost per request certainly grew most, as a part of the baseline's whole cost per request: a
 * growth of 2 % means that this one method makes every request 2 % more expensive.
 *
 * @param measured its cost per request over the baseline's whole cost, by trial
 * @param baseline its value in the baseline
 * @param change of one method, in those parts
 * @param pickedFrom the changes of all methods, this one's too
 */
record WorstMethod(Measured measured, double baseline, Change change, List<Change> pickedFrom) {
    /** One-sided error of the lower bounds by which methods are compared. */
    private static final double LEVEL = 0.05;

    static boolean isMeant(Indicator indicator) {
        return indicator.isWorstMethod();
    }

    static ProfileEvent event(Indicator indicator) {
        return indicator.source().events().get(0);
    }

    /** The worst method; empty if the arms were not compared or every method has too few samples. */
    static Optional<WorstMethod> in(Optional<DifferentialCost> cost, Indicator indicator, Selector selector) {
        List<FrameCost> methods = cost.map(DifferentialCost::parts).orElse(List.of());
        return methods.stream()
                .max(Comparator.comparingDouble(
                                (FrameCost method) -> method.self().change().lower(LEVEL))
                        .thenComparingDouble(method -> method.self().change().estimate()))
                .map(method -> new WorstMethod(
                        new Measured(
                                indicator,
                                selector.withFrame(method.frame()),
                                method.self().candidate(),
                                cost.orElseThrow().candidateTrials(method.frame()),
                                List.of()),
                        method.self().baseline(),
                        method.self().change(),
                        methods.stream().map(one -> one.self().change()).toList()));
    }

    /**
     * The change of the method of {@code selector} in each pair, as a part of the baseline's whole; empty without that
     * method.
     */
    static List<Double> differences(Optional<DifferentialCost> cost, Selector selector) {
        String method = selector.frame();
        if (cost.isEmpty() || method == null) {
            return List.of();
        }
        List<Double> baseline = cost.get().baselineTrials(method);
        List<Double> candidate = cost.get().candidateTrials(method);
        return IntStream.range(0, baseline.size())
                .mapToObj(i -> candidate.get(i) - baseline.get(i))
                .toList();
    }

    /** The method's growth, seen in the trials of two runs. */
    Growth growth(Criterion.Growth criterion) {
        return growth(new Estimate.Unpaired(change, limit(criterion), pickedFrom.size(), Blur.NONE));
    }

    /** The method's growth, seen in pairs. */
    Growth growth(Estimate estimate) {
        return new Growth(baseline + change.estimate(), baseline, Growth.Scale.OF_WHOLE, false, estimate);
    }

    /** The estimate of the method's growth by a number of pairs. */
    Estimate.Paired paired(Criterion.Growth criterion, int pairs) {
        double limit = limit(criterion);
        return new Estimate.Paired(new PairedChange(change, pairs, Modes.none(pairs)), limit, pickedFrom, Blur.NONE);
    }

    private double limit(Criterion.Growth criterion) {
        return Growth.Scale.OF_WHOLE.limit(criterion, baseline);
    }
}
