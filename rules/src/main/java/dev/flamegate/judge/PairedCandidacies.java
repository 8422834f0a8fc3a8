package dev.flamegate.judge;

import dev.flamegate.judge.attribution.DifferentialCost;
import dev.flamegate.model.BaselineRef.OtherArm;
import dev.flamegate.model.Criterion;
import dev.flamegate.model.Level;
import dev.flamegate.model.Measurement;
import dev.flamegate.model.Measurement.Measured;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Rule;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Contrast;
import dev.flamegate.stats.Modes;
import dev.flamegate.stats.Paired;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Brings every criterion of a rule that speaks to a comparison together with what the pairs say. */
final class PairedCandidacies {
    private final ProfiledRun baseline;
    private final ProfiledRun candidate;
    private final PairedPriors priors;

    PairedCandidacies(ProfiledComparison comparison, PairedPriors priors) {
        baseline = comparison.validBaseline();
        candidate = comparison.validCandidate();
        this.priors = priors;
    }

    List<PairedCandidacy> of(Rule rule) {
        if (rule.applies() == Rule.Applies.RUN || !speaks(rule)) {
            return List.of();
        }
        List<PairedCandidacy> all = new ArrayList<>();
        for (Measurement measurement : Evidence.of(candidate, rule.indicator(), rule.selector())) {
            rule.must().stream()
                    .filter(PairedCandidacies::isMeantHere)
                    .forEach(criterion -> all.add(of(rule, criterion, Level.MUST, measurement)));
            rule.should().stream()
                    .filter(PairedCandidacies::isMeantHere)
                    .forEach(criterion -> all.add(of(rule, criterion, Level.SHOULD, measurement)));
        }
        return all;
    }

    private static boolean speaks(Rule rule) {
        return Stream.concat(rule.must().stream(), rule.should().stream()).anyMatch(PairedCandidacies::isMeantHere);
    }

    /** Growths against stored runs are what {@code run} is for. */
    private static boolean isMeantHere(Criterion criterion) {
        return !(criterion instanceof Criterion.Growth growth) || growth.baseline() instanceof OtherArm;
    }

    private PairedCandidacy of(Rule rule, Criterion criterion, Level level, Measurement measurement) {
        if (!(criterion instanceof Criterion.Growth growth) || !(measurement instanceof Measured measured)) {
            return PairedCandidacy.alone(new Candidacy(rule, criterion, level, measurement, null, null, null));
        }
        if (WorstMethod.isMeant(rule.indicator())) {
            return worstMethod(rule, growth, level, measured);
        }
        Optional<Measured> before = PairedPriors.measured(baseline, rule.indicator(), measured.selector());
        if (before.isEmpty()) {
            return nothing(rule, growth, level, measured, "the baseline has no value of it");
        }
        return PairedCandidacy.of(
                rule,
                growth,
                level,
                measured,
                PairedGrowth.of(growth, before.get(), measured, priors.of(rule.indicator(), measured.selector())));
    }

    private PairedCandidacy worstMethod(Rule rule, Criterion.Growth criterion, Level level, Measured measured) {
        Optional<WorstMethod> now = worst(rule, candidate.trials().size());
        if (now.isEmpty()) {
            return nothing(
                    rule, criterion, level, measured, "there is no profile of it to compare with, or too few samples");
        }
        Growth growth = now.get().growth(criterion);
        PairedGrowth paired =
                new PairedGrowth(growth.baseline(), growth.scale(), false, null, n -> contrast(rule, criterion, n));
        return PairedCandidacy.of(rule, criterion, level, now.get().measured(), paired);
    }

    private Contrast contrast(Rule rule, Criterion.Growth criterion, int n) {
        Optional<Growth> growth = worst(rule, n).map(worst -> worst.growth(criterion));
        double limit = criterion.limit().base();
        // With fewer pairs there can be too few samples of any one method: nothing is known then.
        Change change = growth.map(Growth::change).orElse(new Change(0, 0, 0));
        return new Contrast(
                new Paired(change, n, Modes.none(n)),
                limit,
                limit,
                growth.map(Growth::choices).orElse(1));
    }

    private Optional<WorstMethod> worst(Rule rule, int n) {
        ProfileEvent event = WorstMethod.event(rule.indicator());
        return WorstMethod.in(
                DifferentialCost.ofPairs(baseline.first(n), candidate.first(n), event, rule.selector()),
                rule.indicator(),
                rule.selector());
    }

    private static PairedCandidacy nothing(
            Rule rule, Criterion.Growth criterion, Level level, Measured measured, String reason) {
        return PairedCandidacy.alone(new Candidacy(rule, criterion, level, measured, null, null, reason));
    }
}
