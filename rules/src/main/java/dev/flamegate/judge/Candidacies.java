package dev.flamegate.judge;

import dev.flamegate.judge.attribution.DifferentialCost;
import dev.flamegate.model.Criterion;
import dev.flamegate.model.Indicator;
import dev.flamegate.model.Level;
import dev.flamegate.model.Measurement;
import dev.flamegate.model.Measurement.Measured;
import dev.flamegate.model.Rule;
import dev.flamegate.model.Selector;
import dev.flamegate.profile.ProfiledRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Brings every criterion of a rule together with its measurement and its baseline. */
final class Candidacies {
    private final ProfiledRun candidate;
    private final Baselines baselines;
    private final Map<String, String> compared;

    /**
     * For one run.
     *
     * @param compared collects the runs compared with, by reference
     */
    Candidacies(ProfiledRun candidate, Baselines baselines, Map<String, String> compared) {
        this.candidate = candidate;
        this.baselines = baselines;
        this.compared = compared;
    }

    List<Candidacy> of(Rule rule) {
        List<Candidacy> all = new ArrayList<>();
        for (Measurement measurement : Evidence.of(candidate, rule.indicator(), rule.selector())) {
            rule.must().forEach(criterion -> all.add(of(rule, criterion, Level.MUST, measurement)));
            rule.should().forEach(criterion -> all.add(of(rule, criterion, Level.SHOULD, measurement)));
        }
        return all;
    }

    private Candidacy of(Rule rule, Criterion criterion, Level level, Measurement measurement) {
        if (!(criterion instanceof Criterion.Growth growth) || !(measurement instanceof Measured measured)) {
            return new Candidacy(rule, criterion, level, measurement, null, null, null);
        }
        Baselines.Found found = baselines.find(growth.baseline());
        if (found instanceof Baselines.Found.None none) {
            return new Candidacy(rule, criterion, level, measurement, null, null, none.reason());
        }
        Baselines.Found.Runs runs = (Baselines.Found.Runs) found;
        compared.put(
                growth.baseline().text(),
                runs.runs().stream().map(run -> run.run().id()).collect(Collectors.joining(", ")));
        if (WorstMethod.isMeant(rule.indicator())) {
            return worstMethod(rule, growth, level, measured, runs);
        }
        List<Measured> others = new ArrayList<>();
        for (ProfiledRun run : runs.runs()) {
            Optional<Measured> other = of(run, rule.indicator(), measured.selector());
            if (other.isEmpty()) {
                String reason = runs.name() + " has no value of it";
                return new Candidacy(rule, criterion, level, measurement, null, null, reason);
            }
            others.add(other.get());
        }
        Noise noise = Noise.of(rule.indicator(), measured.selector(), baselines.past());
        return new Candidacy(
                rule, criterion, level, measurement, Growth.of(growth, measured, others, noise), runs.name(), null);
    }

    private Candidacy worstMethod(
            Rule rule, Criterion.Growth criterion, Level level, Measured measured, Baselines.Found.Runs runs) {
        ProfiledRun baseline = runs.runs().get(0);
        Optional<WorstMethod> worst = WorstMethod.in(
                DifferentialCost.of(baseline, candidate, WorstMethod.event(rule.indicator()), rule.selector()),
                rule.indicator(),
                rule.selector());
        if (worst.isEmpty()) {
            String reason = runs.name() + " has no profile of it to compare with, or too few samples";
            return new Candidacy(rule, criterion, level, measured, null, null, reason);
        }
        return new Candidacy(
                rule, criterion, level, worst.get().measured(), worst.get().growth(criterion), runs.name(), null);
    }

    private static Optional<Measured> of(ProfiledRun run, Indicator indicator, Selector selector) {
        return Evidence.of(run, indicator, selector).stream()
                .filter(Measured.class::isInstance)
                .map(Measured.class::cast)
                .findFirst();
    }
}
