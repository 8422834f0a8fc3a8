package dev.flamegate.judge;

import dev.flamegate.judge.Candidacy.Seen.OfPairs;
import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Step;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.stats.Sequential;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A look at a comparison: where it stands after some pairs, and its judgement should no more pairs come. */
public final class Look {
    private final ProfiledComparison comparison;
    private final List<Rule> rules;
    private final Looks looks;
    private final Sequential sequential;
    private final int pairs;
    private final PairEstimator estimator;
    private final List<Candidacy> candidacies;
    private final WorkJudgement work;
    private final boolean sameWork;
    private final boolean withoutC2;
    private final boolean decided;
    private final boolean open;
    private final int next;
    private final int needed;
    private final List<Standing> criteria;
    private @Nullable Judgement judgement;

    /**
     * The state of one growth criterion.
     *
     * @param growth estimated so far
     * @param needed pairs that will probably decide it; 0 when that is beyond the last look
     */
    public record Standing(
            Rule rule,
            Criterion criterion,
            Level level,
            Selector selector,
            Step step,
            Finding.Growth growth,
            int needed) {}

    /**
     * A look at the pairs there are.
     *
     * @param noise of past comparisons
     */
    Look(ProfiledComparison comparison, List<Rule> rules, Looks looks, PairNoise noise) {
        this.comparison = comparison;
        this.rules = rules;
        this.looks = looks;
        sequential = new Sequential(looks);
        pairs = comparison.validPairs();
        estimator = new PairEstimator(comparison, noise);
        sameWork = SameWork.isIn(comparison.comparison());
        withoutC2 = comparison.comparison().isWithoutC2();
        candidacies = pairs < Looks.MIN_PAIRS
                ? List.of()
                : estimator.candidacies(ofPairs().toList()).stream()
                        .map(candidacy -> sameWork ? SameWork.beside(candidacy) : candidacy)
                        .toList();
        work = WorkJudgement.of(comparison.comparison(), rules);
        List<Weighed> weighed = weigh(false);
        List<Sequential.Tested> waitedFor = waitedFor(weighed);
        decided = work.decides() || (pairs >= Looks.MIN_PAIRS && sequential.isOver(waitedFor, pairs));
        open = !work.decides() && pairs >= Looks.MIN_PAIRS && Sequential.isOpen(waitedFor);
        next = decided ? pairs : sequential.next(waitedFor, pairs);
        needed = decided ? pairs : Math.max(next, needed(waitedFor));
        criteria = byPairs(weighed).map(this::standing).toList();
    }

    /**
     * True if more pairs would change nothing that the build waits for: a growth has failed, every gating criterion is
     * decided, or the last look is over.
     */
    public boolean decided() {
        return decided;
    }

    /** True if something that the build waits for is undecided, with or without another look. */
    public boolean isOpen() {
        return open;
    }

    /** True if a growth that breaks the build is shown: the candidate is not like the baseline. */
    public boolean isGrown() {
        return work.isGrown()
                || criteria.stream().anyMatch(one -> one.level() == Level.MUST && one.step() == Step.FAIL);
    }

    /**
     * True if the candidate will probably fail, so that its causes are worth the time of looking closer: it breaks a
     * limit that must hold, or something grew by more than it may, on average and by half of that in every pair but one
     * in four. Fewer pairs than decide say nothing.
     */
    public boolean isSuspect() {
        return pairs >= Looks.MIN_PAIRS
                && ofPairs()
                        .filter(rule -> !rule.indicator().isProfile())
                        .anyMatch(rule -> rule.must().stream().anyMatch(criterion -> looksWorse(rule, criterion)));
    }

    private boolean looksWorse(Rule rule, Criterion criterion) {
        if (criterion instanceof Criterion.Absolute absolute) {
            return Evidence.measured(estimator.candidate(), rule.indicator(), rule.selector())
                    .filter(measured -> !absolute.operator()
                            .holds(measured.value(), absolute.limit().base()))
                    .isPresent();
        }
        return criterion instanceof Criterion.Growth growth
                && Candidacy.isOfComparison(growth)
                && looksGrown(rule, growth);
    }

    private boolean looksGrown(Rule rule, Criterion.Growth growth) {
        int bad = growth.change() == Criterion.Change.DROP ? -1 : 1;
        double limit = growth.relative() ? growth.limit().base() : 0;
        double[] worse = estimator.eachPair(rule.indicator(), growth, rule.selector()).stream()
                .mapToDouble(each -> bad * each)
                .toArray();
        double mean = Arrays.stream(worse).average().orElse(Double.NaN);
        long clear = Arrays.stream(worse).filter(each -> each > limit / 2).count();
        return mean > limit && clear >= worse.length - worse.length / 4;
    }

    /** The number of pairs that count so far. */
    public int pairs() {
        return pairs;
    }

    /** The number of pairs that will count at the next look; {@link #pairs} if the comparison is decided. */
    public int next() {
        return next;
    }

    /** The number of pairs that will probably decide the comparison; the last look's number if they may not. */
    public int needed() {
        return needed;
    }

    /** The states of the growths against the baseline, in the order of the rules; empty before the first look. */
    public List<Standing> criteria() {
        return criteria;
    }

    /**
     * The growth of a criterion in each pair that counts, for people who want to see what an estimate is made of.
     *
     * @return relative: 0.1 = +10 %, on the scale of the estimate; NaN in a pair without a value above 0 to grow from;
     *     empty where an arm has no values
     */
    public List<Double> eachPair(Standing standing) {
        return estimator.eachPair(standing.rule().indicator(), standing.criterion(), standing.selector());
    }

    /** The judgement of the pairs there are, as if no more will come. */
    public Judgement judgement() {
        if (judgement == null) {
            judgement = judged();
        }
        return judgement;
    }

    private Stream<Rule> ofPairs() {
        return rules.stream().filter(rule -> rule.applies() != Rule.Applies.RUN && !WorkEstimator.isMeant(rule));
    }

    private Judgement judged() {
        boolean measured = !comparison.comparison().pairs().isEmpty() || work.difference() == null;
        List<ValidityProblem> validity = measured ? ComparisonValidity.of(comparison, rules) : List.of();
        List<Finding> findings = new ArrayList<>(work.findings());
        findings.addAll(
                measured
                        ? weigh(true).stream().map(this::finding).toList()
                        : work.unmeasured(ofPairs().toList()));
        ProfiledRun before = comparison.validBaseline();
        return new Judgement(
                verdict(findings, validity),
                new Causes(estimator.candidate(), comparison.comparison().pairs(), finding -> Optional.of(before))
                        .explain(findings),
                validity,
                Map.of(
                        new BaselineRef.OtherArm(),
                        List.of(comparison.comparison().baseline().id())));
    }

    /** The verdict; pairs that only the candidate lost prevent a PASS without a word. */
    private Verdict verdict(List<Finding> findings, List<ValidityProblem> validity) {
        Verdict verdict = Judge.verdict(findings, validity);
        boolean oneSided = !ComparisonValidity.lostByCandidate(
                        comparison.comparison().pairs())
                .isEmpty();
        return verdict == Verdict.PASS && oneSided ? Verdict.WARN : verdict;
    }

    private Finding finding(Weighed weighed) {
        if (!(weighed instanceof ByPairs decided)) {
            Finding finding = Decision.of(weighed.candidacy(), Judge.GATE_LEVEL);
            return withoutC2 ? WithoutC2.told(finding) : finding;
        }
        Finding finding = Decision.of(decided.candidacy(), decided.seen(), decided.standing(), looks.passLevel(pairs));
        return sameWork ? SameWork.told(finding) : finding;
    }

    /** A criterion at this look. */
    private sealed interface Weighed {
        Candidacy candidacy();
    }

    /** A criterion whose value, or whose two values, decide. */
    private record ByValues(Candidacy candidacy) implements Weighed {}

    /** A criterion that the evidence of pairs decides, with its state by them. */
    private record ByPairs(Candidacy candidacy, OfPairs seen, Sequential.Tested standing) implements Weighed {}

    /**
     * Weighs all criteria; those that break the build share the error, each of the others has a separate one.
     *
     * @param last whether no more pairs will come
     */
    private List<Weighed> weigh(boolean last) {
        List<OfPairs> gating = candidacies.stream()
                .filter(Candidacy::isGating)
                .flatMap(one -> one.sequential().stream())
                .toList();
        Iterator<Sequential.Tested> standings = standings(gating, last).iterator();
        List<Weighed> weighed = new ArrayList<>();
        for (Candidacy candidacy : candidacies) {
            Optional<OfPairs> seen = candidacy.sequential();
            if (seen.isEmpty()) {
                weighed.add(new ByValues(candidacy));
            } else if (candidacy.isGating()) {
                weighed.add(new ByPairs(candidacy, seen.get(), standings.next()));
            } else {
                weighed.add(new ByPairs(
                        candidacy,
                        seen.get(),
                        standings(List.of(seen.get()), last).get(0)));
            }
        }
        return weighed;
    }

    private List<Sequential.Tested> standings(List<OfPairs> family, boolean last) {
        return family.isEmpty()
                ? List.of()
                : sequential.after(family.stream().map(OfPairs::estimates).toList(), pairs, last);
    }

    /** The criteria that the comparison goes on for: those that break the build, or all where none does. */
    private static List<Sequential.Tested> waitedFor(List<Weighed> weighed) {
        boolean gating = weighed.stream().anyMatch(one -> one.candidacy().isGating());
        return byPairs(weighed)
                .filter(one -> !gating || one.candidacy().isGating())
                .map(ByPairs::standing)
                .toList();
    }

    private static Stream<ByPairs> byPairs(List<Weighed> weighed) {
        return weighed.stream().filter(ByPairs.class::isInstance).map(ByPairs.class::cast);
    }

    private int needed(List<Sequential.Tested> waitedFor) {
        return waitedFor.stream()
                .mapToInt(standing -> sequential.needed(standing, pairs))
                .map(number -> number == 0 ? looks.last() : number)
                .max()
                .orElse(Math.min(next + Looks.CONFIRMING, looks.last()));
    }

    private Standing standing(ByPairs weighed) {
        Candidacy candidacy = weighed.candidacy();
        Sequential.Tested standing = weighed.standing();
        double shown = standing.step() == Step.PASS ? looks.passLevel(pairs) : standing.level();
        return new Standing(
                candidacy.rule(),
                candidacy.criterion(),
                candidacy.level(),
                candidacy.measurement().selector(),
                standing.step(),
                weighed.seen().growth().shown(weighed.seen().baseline().name(), shown, standing.level()),
                sequential.needed(standing, pairs));
    }
}
