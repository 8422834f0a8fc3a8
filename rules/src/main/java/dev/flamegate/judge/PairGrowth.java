package dev.flamegate.judge;

import dev.flamegate.judge.attribution.DifferentialCost;
import dev.flamegate.model.Criterion;
import dev.flamegate.model.Measurement.Measured;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Selector;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The growth that single pairs show, for people who want to see what an estimate is made of. */
public final class PairGrowth {
    private PairGrowth() {}

    /**
     * The growth of one criterion in each pair that counts.
     *
     * @return relative: 0.1 = +10 %, on the scale of the estimate; NaN in a pair without a value above 0 to grow from;
     *     empty where an arm has no values
     */
    public static List<Double> of(ProfiledComparison comparison, Progress.Standing standing) {
        ProfiledRun baseline = comparison.validBaseline();
        ProfiledRun candidate = comparison.validCandidate();
        if (WorstMethod.isMeant(standing.rule().indicator())) {
            ProfileEvent event = WorstMethod.event(standing.rule().indicator());
            Selector part = standing.selector().withFrame(null);
            return WorstMethod.differences(
                    DifferentialCost.ofPairs(baseline, candidate, event, part), standing.selector());
        }
        Optional<Measured> before =
                PairedPriors.measured(baseline, standing.rule().indicator(), standing.selector());
        Optional<Measured> after =
                PairedPriors.measured(candidate, standing.rule().indicator(), standing.selector());
        if (before.isEmpty() || after.isEmpty()) {
            return List.of();
        }
        Measured from = before.get();
        Measured to = after.get();
        boolean ratios = standing.criterion() instanceof Criterion.Growth growth
                && growth.relative()
                && PairedPriors.logs(from).length > 0
                && PairedPriors.logs(to).length > 0;
        return IntStream.range(0, from.trials().size())
                .mapToObj(i -> {
                    double base = ratios ? from.trials().get(i) : from.value();
                    return base > 0 ? (to.trials().get(i) - from.trials().get(i)) / base : Double.NaN;
                })
                .toList();
    }
}
