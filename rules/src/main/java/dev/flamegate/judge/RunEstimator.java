package dev.flamegate.judge;

import dev.flamegate.judge.Candidacy.Seen.NoGrowth;
import dev.flamegate.judge.Candidacy.Seen.OfRuns;
import dev.flamegate.judge.attribution.DifferentialCost;
import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Measurement.Bounds;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.stats.Blur;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Estimate;
import dev.flamegate.stats.Median;
import dev.flamegate.stats.Moments;
import dev.flamegate.stats.VariancePrior;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Estimates the growths of a run against stored runs. */
final class RunEstimator {
    private final ProfiledRun candidate;
    private final Baselines baselines;

    RunEstimator(ProfiledRun candidate, Baselines baselines) {
        this.candidate = candidate;
        this.baselines = baselines;
    }

    /** The criteria of some rules with the values of the run and the growths that they limit. */
    List<Candidacy> candidacies(List<Rule> rules) {
        return Candidacy.of(candidate, rules, criterion -> true).stream()
                .map(this::estimated)
                .toList();
    }

    private Candidacy estimated(Candidacy candidacy) {
        return candidacy.criterion() instanceof Criterion.Growth growth
                        && candidacy.measurement() instanceof Measured measured
                ? estimate(candidacy, growth, measured)
                : candidacy;
    }

    /** The candidacy with its growth, or with the reason why the growth is unknown. */
    private Candidacy estimate(Candidacy candidacy, Criterion.Growth criterion, Measured measured) {
        Baselines.Found found = baselines.find(criterion.baseline());
        if (found instanceof Baselines.Found.None none) {
            return candidacy.seeing(new NoGrowth(none.reason(), Optional.empty()));
        }
        Baselines.Found.Runs runs = (Baselines.Found.Runs) found;
        Candidacy.Baseline baseline = Candidacy.Baseline.of(runs);
        Rule rule = candidacy.rule();
        if (WorstMethod.isMeant(rule.indicator())) {
            return worstMethod(candidacy, criterion, baseline);
        }
        List<Measured> before = new ArrayList<>();
        for (ProfiledRun run : runs.runs()) {
            Optional<Measured> one = Evidence.measured(run, rule.indicator(), measured.selector());
            if (one.isEmpty()) {
                return candidacy.seeing(new NoGrowth(runs.name() + " has no value of it", Optional.of(baseline)));
            }
            before.add(one.get());
        }
        if (WorkEstimator.isMeant(rule)) {
            List<Run> counted = runs.runs().stream().map(ProfiledRun::run).toList();
            return candidacy.seeing(
                    new OfRuns(WorkEstimator.growth(criterion, counted, before, candidate.run(), measured), baseline));
        }
        Noise noise = Noise.of(rule.indicator(), measured.selector(), baselines.past());
        return candidacy.seeing(new OfRuns(growth(criterion, before, measured, noise), baseline));
    }

    private Candidacy worstMethod(Candidacy candidacy, Criterion.Growth criterion, Candidacy.Baseline baseline) {
        Rule rule = candidacy.rule();
        Optional<WorstMethod> worst = WorstMethod.in(
                DifferentialCost.of(
                        baseline.runs().get(0), candidate, WorstMethod.event(rule.indicator()), rule.selector()),
                rule.indicator(),
                rule.selector());
        return worst.map(method ->
                        candidacy.measuring(method.measured()).seeing(new OfRuns(method.growth(criterion), baseline)))
                .orElseGet(() -> candidacy.seeing(new NoGrowth(
                        baseline.name() + " has no profile of it to compare with, or too few samples",
                        Optional.of(baseline))));
    }

    /**
     * The estimate is the change between the two values people see, of all trials together; its error comes from how
     * the trials scatter. Relative growths of positive values are compared as logarithms.
     */
    static Growth growth(Criterion.Growth criterion, List<Measured> before, Measured after, Noise noise) {
        double baseline = Median.of(before.stream().mapToDouble(Measured::value).toArray());
        boolean logs =
                criterion.relative() && isPositive(after) && before.stream().allMatch(RunEstimator::isPositive);
        Growth.Scale scale = logs ? Growth.Scale.LOG : Growth.Scale.LINEAR;
        Change change = logs
                ? Change.unpaired(
                                logs(after),
                                before.stream().map(RunEstimator::logs).toList(),
                                noise.trials(),
                                noise.betweenRuns())
                        .around(Math.log(after.value() / baseline))
                : Change.unpaired(
                                Moments.of(after.trials()),
                                before.stream()
                                        .map(run -> Moments.of(run.trials()))
                                        .toList(),
                                VariancePrior.NONE,
                                noise.betweenRuns().times(baseline))
                        .around(after.value() - baseline);
        List<Bounds> bounds =
                before.stream().flatMap(run -> run.bounds().stream()).toList();
        Blur blur = Blur.unpaired(bounds, after.bounds(), logs);
        boolean drop = criterion.change() == Criterion.Change.DROP;
        return new Growth(
                after.value(),
                baseline,
                scale,
                drop,
                new Estimate.Unpaired(
                        drop ? change.negated() : change,
                        scale.limit(criterion, baseline),
                        1,
                        drop ? blur.negated() : blur));
    }

    private static boolean isPositive(Measured measured) {
        return measured.value() > 0 && measured.trials().stream().allMatch(trial -> trial > 0);
    }

    private static Moments logs(Measured measured) {
        return Moments.of(measured.trials().stream().map(Math::log).toList());
    }
}
