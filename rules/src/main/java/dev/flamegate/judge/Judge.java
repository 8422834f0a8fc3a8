package dev.flamegate.judge;

import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.stats.Holm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Judges one run by rules, against stored runs: validity first, then every criterion, then the verdict.
 *
 * <p>A growth fails if it is significant and at least the limit. All gating growth criteria together find a growth in
 * at most {@value #GATE_LEVEL} of unchanged builds (Holm).
 */
public final class Judge {
    /** One-sided family-wise error of all gating growth criteria. */
    public static final double GATE_LEVEL = 0.005;

    private final List<Rule> rules;

    public Judge(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    /**
     * The judgement of a run that was measured by {@code run}; rules that apply only to {@code compare} make no
     * finding.
     */
    public Judgement judge(ProfiledRun candidate, Baselines baselines) {
        List<ValidityProblem> validity = Validity.of(candidate.run(), rules);
        List<Candidacy> candidacies = new RunEstimator(candidate, baselines)
                .candidacies(rules.stream()
                        .filter(rule -> rule.applies() != Rule.Applies.COMPARE)
                        .toList());
        List<Finding> findings = decide(candidacies);
        Causes causes = new Causes(candidate, null, finding -> baseline(finding, baselines));
        return new Judgement(verdict(findings, validity), causes.explain(findings), validity, compared(candidacies));
    }

    /**
     * The run with which the profile of a broken finding is compared: its own baseline, or for a limit the previous
     * run.
     */
    public static Optional<ProfiledRun> baseline(Finding finding, Baselines baselines) {
        BaselineRef reference = finding.criterion() instanceof Criterion.Growth growth
                ? growth.baseline()
                : new BaselineRef.PreviousRun();
        return baselines.find(reference) instanceof Baselines.Found.Runs found
                ? Optional.of(found.runs().get(0))
                : Optional.empty();
    }

    /** The ids of the runs compared with, by their reference in the rules. */
    private static Map<BaselineRef, List<String>> compared(List<Candidacy> candidacies) {
        Map<BaselineRef, List<String>> compared = new LinkedHashMap<>();
        for (Candidacy candidacy : candidacies) {
            if (candidacy.criterion() instanceof Criterion.Growth growth && candidacy.baseline() != null) {
                compared.put(
                        growth.baseline(),
                        candidacy.baseline().runs().stream()
                                .map(run -> run.run().id())
                                .toList());
            }
        }
        return compared;
    }

    /** The findings of criteria that share the error of one run. */
    static List<Finding> decide(List<Candidacy> candidacies) {
        List<Candidacy> tested =
                candidacies.stream().filter(Candidacy::isTested).toList();
        double[] p = tested.stream()
                .mapToDouble(candidacy ->
                        Objects.requireNonNull(candidacy.growth()).estimate().p())
                .toArray();
        double[] levels = Holm.levels(p, GATE_LEVEL);
        List<Finding> findings = new ArrayList<>();
        int next = 0;
        for (Candidacy candidacy : candidacies) {
            findings.add(Decision.of(candidacy, candidacy.isTested() ? levels[next++] : GATE_LEVEL));
        }
        return findings;
    }

    /** The worst of the outcomes. */
    static Verdict verdict(List<Finding> findings, List<ValidityProblem> validity) {
        if (validity.stream().anyMatch(ValidityProblem::invalidates)) {
            return Verdict.INVALID;
        } else if (any(findings, Outcome.FAIL)) {
            return Verdict.FAIL;
        } else if (findings.stream().anyMatch(f -> f.outcome() == Outcome.INCONCLUSIVE && f.level() == Level.MUST)) {
            return Verdict.INCONCLUSIVE;
        } else if (any(findings, Outcome.WARN)) {
            return Verdict.WARN;
        }
        return Verdict.PASS;
    }

    private static boolean any(List<Finding> findings, Outcome outcome) {
        return findings.stream().anyMatch(finding -> finding.outcome() == outcome);
    }

    /** The values of all built-in indicators, for people who look beyond the rules. */
    public static List<Measurement> everything(ProfiledRun profiled) {
        return Indicators.all().stream()
                .filter(indicator -> !indicator.isProfile())
                .flatMap(indicator -> Evidence.of(profiled, indicator, Selector.ALL).stream())
                .toList();
    }
}
