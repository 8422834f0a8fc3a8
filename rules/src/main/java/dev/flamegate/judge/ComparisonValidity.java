package dev.flamegate.judge;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Comparison;
import dev.flamegate.model.Pair;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.message.ValidityCheck;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.profile.ProfiledComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks that a comparison is sound: enough pairs count, and both arms were measured under the same conditions. */
final class ComparisonValidity {
    /** The candidate must lose so many pairs more than the baseline, because one can be lost by chance. */
    private static final int MORE = 2;

    /** And so many times as many. */
    private static final int TIMES = 3;

    private ComparisonValidity() {}

    static List<ValidityProblem> of(ProfiledComparison profiled, List<Rule> rules) {
        List<ValidityProblem> problems = new ArrayList<>();
        Comparison comparison = profiled.comparison();
        for (Pair pair : comparison.pairs()) {
            if (!pair.valid()) {
                problems.add(new ValidityProblem(
                        ValidityCheck.PAIR,
                        List.of(pair.number()),
                        false,
                        "pair " + pair.number() + " does not count: " + pair.invalid(),
                        "nothing to do: the pair is left out of both arms"));
            }
        }
        List<Integer> lost = lostByCandidate(comparison.pairs());
        if (!lost.isEmpty()) {
            problems.add(oneSided(lost, lostByBaseline(comparison.pairs())));
        }
        int valid = profiled.validPairs();
        if (valid < Looks.MIN_PAIRS) {
            problems.add(new ValidityProblem(
                    ValidityCheck.PAIRS,
                    List.of(),
                    true,
                    valid + " of " + comparison.pairs().size() + " pairs count; at least " + Looks.MIN_PAIRS
                            + " are needed",
                    "find out why pairs do not count, or set a larger --budget"));
            return problems;
        }
        List<String> differences = comparison.baseline().differences(comparison.candidate());
        if (!differences.isEmpty()) {
            problems.add(new ValidityProblem(
                    ValidityCheck.CONDITIONS,
                    List.of(),
                    true,
                    "the arms were not measured under the same conditions: " + String.join("; ", differences),
                    "give both arms the same machine, JDK, limits and load"));
        }
        if (comparison.isWithoutC2()) {
            problems.add(WithoutC2.said(comparison));
        }
        problems.addAll(together(
                Validity.of(profiled.validBaseline().run(), rules, comparison.isTogether()),
                Validity.of(profiled.validCandidate().run(), rules, comparison.isTogether())));
        return problems;
    }

    /** The problems of both arms; what is wrong with both is one problem. */
    private static List<ValidityProblem> together(List<ValidityProblem> baseline, List<ValidityProblem> candidate) {
        List<ValidityProblem> all = new ArrayList<>();
        List<ValidityProblem> ofCandidate = new ArrayList<>(candidate);
        for (ValidityProblem one : baseline) {
            Optional<ValidityProblem> same = ofCandidate.stream()
                    .filter(other -> other.check().equals(one.check()) && other.invalidates() == one.invalidates())
                    .findFirst();
            all.add(same.map(one::inBothArms).orElseGet(() -> one.in("baseline")));
            same.ifPresent(ofCandidate::remove);
        }
        ofCandidate.forEach(other -> all.add(other.in("candidate")));
        return all;
    }

    /**
     * The numbers of the pairs that do not count because of the candidate; empty if they are too few to mean anything, or
     * the baseline lost nearly as many. A build that cannot take the load, or fails only in its slow restarts, loses the
     * very pairs that show it. An equal build and the baseline lose the same number.
     */
    static List<Integer> lostByCandidate(List<Pair> pairs) {
        List<Integer> ofCandidate = pairs.stream()
                .filter(pair -> pair.unsound() == Arm.CANDIDATE)
                .map(Pair::number)
                .toList();
        long ofBaseline = lostByBaseline(pairs);
        boolean many = ofCandidate.size() >= Math.max(ofBaseline + MORE, TIMES * ofBaseline);
        return many ? ofCandidate : List.of();
    }

    private static long lostByBaseline(List<Pair> pairs) {
        return pairs.stream().filter(pair -> pair.unsound() == Arm.BASELINE).count();
    }

    private static ValidityProblem oneSided(List<Integer> lost, long ofBaseline) {
        return new ValidityProblem(
                ValidityCheck.ONE_SIDED,
                lost,
                false,
                lost.size() + " pairs do not count because of the candidate, and "
                        + (ofBaseline == 0 ? "none" : ofBaseline) + " because of the baseline:"
                        + " what is wrong with them may be what is wrong with the candidate",
                "read why they do not count; a rule on errors or throughput judges it");
    }
}
