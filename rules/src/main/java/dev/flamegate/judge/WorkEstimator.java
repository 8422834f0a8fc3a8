package dev.flamegate.judge;

import dev.flamegate.judge.Candidacy.Seen.NoGrowth;
import dev.flamegate.judge.Candidacy.Seen.OfRuns;
import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.judge.evidence.WorkEvidence;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.IndicatorSource;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.stats.Blur;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Estimate;
import dev.flamegate.stats.Median;
import dev.flamegate.stats.Moments;
import dev.flamegate.stats.Spread;
import dev.flamegate.stats.VariancePrior;
import java.util.List;
import java.util.Optional;

/**
 * Estimates growths of work between builds, from the starts in which it was counted. The standard error follows from
 * how starts of one build differ, moderated by what is usual for counts. With fewer than three starts of each build it
 * is never below what the requests within a start scatter by; that may be much more than starts differ by, where each
 * gets the same requests in the same order.
 */
final class WorkEstimator {
    /**
     * The usual standard deviation between starts, relative: what services show whose requests are the same every time
     * (docs/internals/notes/0083).
     */
    private static final double USUAL = 0.001;

    /** Starts of each build from which on they show by themselves what they differ by. */
    private static final int ENOUGH = 3;

    /** Degrees of freedom that the usual counts for. */
    private static final double DEGREES = 4;

    private WorkEstimator() {}

    /** The candidacies of the rules about work; empty where it was not counted before any pair. */
    static List<Candidacy> candidacies(Comparison comparison, List<Rule> rules) {
        ProfiledRun candidate = new ProfiledRun(comparison.candidate().withTrials(List.of()), List.of());
        List<Rule> meant = rules.stream()
                .filter(rule -> rule.applies() != Rule.Applies.RUN && isMeant(rule))
                .toList();
        return Candidacy.of(candidate, meant, Candidacy::isOfComparison).stream()
                .map(candidacy -> candidacy.criterion() instanceof Criterion.Growth growth
                                && candidacy.measurement() instanceof Measured measured
                        ? estimate(comparison, candidacy, growth, measured)
                        : candidacy)
                .toList();
    }

    /** True if a rule is about work. */
    static boolean isMeant(Rule rule) {
        return rule.indicator().source() instanceof IndicatorSource.Counted;
    }

    private static Candidacy estimate(
            Comparison comparison, Candidacy candidacy, Criterion.Growth criterion, Measured after) {
        ProfiledRun other = new ProfiledRun(comparison.baseline().withTrials(List.of()), List.of());
        Candidacy.Baseline baseline = new Candidacy.Baseline("baseline", List.of(other));
        Optional<Measured> before = Evidence.measured(other, after.indicator(), after.selector());
        return before.isEmpty()
                ? candidacy.seeing(new NoGrowth("the baseline has no value of it", Optional.of(baseline)))
                : candidacy.seeing(new OfRuns(
                        growth(
                                criterion,
                                List.of(comparison.baseline()),
                                List.of(before.get()),
                                comparison.candidate(),
                                after),
                        baseline));
    }

    /**
     * The growth of a run against others, whose median it is held against and whose starts count together.
     *
     * @param runs at least one
     * @param each the value of each of them
     */
    static Growth growth(
            Criterion.Growth criterion, List<Run> runs, List<Measured> each, Run candidate, Measured after) {
        Measured before = new Measured(
                after.indicator(),
                after.selector(),
                Median.of(each.stream().mapToDouble(Measured::value).toArray()),
                each.stream().flatMap(one -> one.trials().stream()).toList(),
                List.of());
        boolean logs = criterion.relative() && before.value() > 0 && after.value() > 0;
        Growth.Scale scale = logs ? Growth.Scale.LOG : Growth.Scale.LINEAR;
        boolean drop = criterion.change() == Criterion.Change.DROP;
        double estimate = logs ? Math.log(after.value() / before.value()) : after.value() - before.value();
        Change change = new Change(estimate, spread(runs, before, candidate, after, logs));
        return new Growth(
                after.value(),
                before.value(),
                scale,
                drop,
                new Estimate.Unpaired(
                        drop ? change.negated() : change, scale.limit(criterion, before.value()), 1, Blur.NONE));
    }

    private static Spread spread(List<Run> runs, Measured before, Run candidate, Measured after, boolean logs) {
        double level = logs ? 1 : Math.max(before.value(), after.value());
        if (level == 0) {
            return Spread.student(0, DEGREES); // never in either build
        }
        Moments one = Moments.of(before.trials());
        Moments other = Moments.of(after.trials());
        double degrees = one.degrees() + other.degrees();
        double between = degrees == 0
                ? 0
                : (relative(one, before.value(), logs) * one.degrees()
                                + relative(other, after.value(), logs) * other.degrees())
                        / degrees;
        VariancePrior.Pooled pooled =
                new VariancePrior(USUAL * USUAL * level * level, DEGREES).moderate(between, degrees);
        double within = Math.min(one.n(), other.n()) >= ENOUGH
                ? 0
                : Math.max(
                        runs.stream()
                                .mapToDouble(run -> within(run, before, logs))
                                .max()
                                .orElse(0),
                        within(candidate, after, logs));
        double variance = Math.max(pooled.variance(), within) * (1.0 / one.n() + 1.0 / other.n());
        return Spread.student(Math.sqrt(variance), pooled.degrees());
    }

    private static double relative(Moments moments, double value, boolean logs) {
        return logs ? moments.variance() / (value * value) : moments.variance();
    }

    private static double within(Run run, Measured measured, boolean logs) {
        IndicatorSource.Counted source =
                (IndicatorSource.Counted) measured.indicator().source();
        double variance = WorkEvidence.withinStarts(run, measured.selector(), source.count());
        return logs ? variance / (measured.value() * measured.value()) : variance;
    }
}
