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

    private static final BaselineRef PREVIOUS = new BaselineRef.PreviousRun();

    private final List<Rule> rules;

    public Judge(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    /**
     * The judgement of a run that was measured by {@code run}; rules that apply only to {@code compare} make no
     * finding.
     */
    public Judged judge(ProfiledRun candidate, Baselines baselines) {
        List<ValidityProblem> validity = Validity.of(candidate.run(), rules, false);
        List<Candidacy> candidacies = new RunEstimator(candidate, baselines)
                .candidacies(rules.stream()
                        .filter(rule -> rule.applies() != Rule.Applies.COMPARE)
                        .toList());
        List<Finding> findings = decide(candidacies);
        Map<BaselineRef, List<ProfiledRun>> compared = compared(candidacies);
        Map<BaselineRef, List<String>> ids = new LinkedHashMap<>();
        compared.forEach((reference, runs) ->
                ids.put(reference, runs.stream().map(run -> run.run().id()).toList()));
        if (findings.stream().anyMatch(Judge::isBrokenLimit)) {
            compared.computeIfAbsent(
                    PREVIOUS,
                    previous -> baselines.find(previous) instanceof Baselines.Found.Runs found ? found.runs() : null);
        }
        Judged judged = new Judged(new Judgement(verdict(findings, validity), findings, validity, ids), compared);
        return judged.with(judged.judgement().with(new Causes(candidate, null, judged::baseline).explain(findings)));
    }

    private static boolean isBrokenLimit(Finding finding) {
        return finding.criterion() instanceof Criterion.Absolute
                && (finding.outcome() == Outcome.FAIL || finding.outcome() == Outcome.WARN);
    }

    /**
     * A judgement with the runs that it rests on.
     *
     * @param baselines the runs compared with, by their reference in the rules; the previous run too if a limit on a
     *     value is broken
     */
    public record Judged(Judgement judgement, Map<BaselineRef, List<ProfiledRun>> baselines) {
        public Judged {
            baselines = Map.copyOf(baselines);
        }

        /**
         * The run with which the profile of a finding is compared: its own baseline, or for a limit the previous run.
         */
        public Optional<ProfiledRun> baseline(Finding finding) {
            BaselineRef reference =
                    finding.criterion() instanceof Criterion.Growth growth ? growth.baseline() : PREVIOUS;
            return baselines.getOrDefault(reference, List.of()).stream().findFirst();
        }

        Judged with(Judgement other) {
            return new Judged(other, baselines);
        }
    }

    private static Map<BaselineRef, List<ProfiledRun>> compared(List<Candidacy> candidacies) {
        Map<BaselineRef, List<ProfiledRun>> compared = new LinkedHashMap<>();
        for (Candidacy candidacy : candidacies) {
            if (candidacy.criterion() instanceof Criterion.Growth growth) {
                Optional<Candidacy.Baseline> baseline = candidacy.seen() instanceof Candidacy.Seen.NoGrowth none
                        ? none.baseline()
                        : candidacy.grown().map(Candidacy.Seen.Grown::baseline);
                baseline.ifPresent(found -> compared.put(growth.baseline(), found.runs()));
            }
        }
        return compared;
    }

    /** The findings of criteria that share the error of one run. */
    static List<Finding> decide(List<Candidacy> candidacies) {
        List<Candidacy> tested =
                candidacies.stream().filter(Candidacy::isTested).toList();
        double[] p = tested.stream()
                .flatMap(candidacy -> candidacy.grown().stream())
                .mapToDouble(grown -> grown.growth().estimate().p())
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
