package dev.flamegate.stats;

import dev.flamegate.model.finding.Step;
import dev.flamegate.model.rule.Looks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The group-sequential procedure over pairs: a family of growth criteria looked at after 3, 4, 5, ... pairs
 * (docs/internals/decisions/0009).
 *
 * <p>A growth fails when it is significant at the look's share of the error, after Holm over the family, and its
 * estimate is at the limit or beyond. It passes when its upper bound is below the limit at the look's share of that
 * error. The result of a look follows from the pairs alone, not from earlier looks. Only a failure with few pairs must
 * also be confirmed with one pair more or less, and needs more pairs if slow restarts alone could explain it.
 */
public final class Sequential {
    /** A growth seen early is confirmed if it is seen at this level with one pair more or less. */
    private static final double FAINT_LEVEL = 0.01;

    /** Share of the error spent on the test for more frequent slow restarts; the rest is for growths. */
    private static final double SLOW_SHARE = 0.125;

    private final Looks looks;

    /**
     * The state of one criterion of a comparison after some pairs.
     *
     * @param estimate the growth seen
     * @param level one-sided error that the growth was tested at in this look; larger if it had failed with one pair
     *     less and only had to be confirmed
     * @param step what follows
     */
    public record Tested(Estimate.Paired estimate, double level, Step step) {}

    public Sequential(Looks looks) {
        this.looks = looks;
    }

    /**
     * The state of each criterion.
     *
     * @param family what each criterion sees after a number of pairs, at least {@value Looks#MIN_PAIRS}
     * @param n pairs measured; between two looks nothing is decided except that a growth may be confirmed, unless
     *     {@code last}
     * @param last whether no more pairs will come, so that this is the next look, taken early
     */
    public List<Tested> after(List<? extends IntFunction<Estimate.Paired>> family, int n, boolean last) {
        if (n < Looks.MIN_PAIRS) {
            throw new IllegalArgumentException(n + ": no look is taken below " + Looks.MIN_PAIRS + " pairs");
        }
        List<Estimate.Paired> now = family.stream().map(sees -> sees.apply(n)).toList();
        double[] levels = levels(now, n);
        // Only an earlier look can be confirmed, and the first has no earlier one.
        List<Estimate.Paired> before = n > Looks.MIN_PAIRS && n <= looks.confirmBelow() && looks.isAt(n - 1)
                ? family.stream().map(sees -> sees.apply(n - 1)).toList()
                : List.of();
        double[] levelsBefore = levels(before, n - 1);
        double slow = SLOW_SHARE * looks.failLevel(n) / Math.max(1, family.size());
        List<Tested> standings = new ArrayList<>();
        for (int i = 0; i < now.size(); i++) {
            Seen seen = before.isEmpty() ? Seen.NOT : seen(before.get(i), n - 1, levelsBefore[i], slow);
            boolean clear = crosses(now.get(i), levels[i], slow);
            Step step = looks.isAt(n) || last || seen == Seen.CLEARLY ? step(now.get(i), clear, n, seen) : Step.GO_ON;
            boolean agreed = step == Step.FAIL && !clear;
            standings.add(new Tested(now.get(i), agreed ? FAINT_LEVEL : levels[i], step));
        }
        return standings;
    }

    /** The look of a growth with one pair less. */
    private enum Seen {
        NOT,
        /** The growth was clear enough to confirm what this look shows. */
        FAINTLY,
        /** The growth was clear enough to fail if this look confirms it. */
        CLEARLY
    }

    private Seen seen(Estimate.Paired before, int n, double level, double slow) {
        if (!mustWait(before, n) && crosses(before, level, slow)) {
            return Seen.CLEARLY;
        }
        return crosses(before, FAINT_LEVEL, FAINT_LEVEL) ? Seen.FAINTLY : Seen.NOT;
    }

    /**
     * True if no more pairs are needed: one growth has failed, or all are decided, or the last look is over.
     *
     * @param standings of the criteria waited for, after {@code n} pairs
     */
    public boolean isOver(List<Tested> standings, int n) {
        return !isOpen(standings) || n >= looks.last();
    }

    /** True if no criterion has failed and one is undecided, with or without another look. */
    public static boolean isOpen(List<Tested> standings) {
        return standings.stream().noneMatch(standing -> standing.step() == Step.FAIL)
                && !standings.stream().allMatch(standing -> standing.step().isDecided());
    }

    /** The number of pairs after which to look again, when {@link #isOver} says no after {@code n}. */
    public int next(List<Tested> standings, int n) {
        return isToBeConfirmed(standings) ? n + 1 : looks.after(n);
    }

    private static boolean isToBeConfirmed(List<Tested> standings) {
        return standings.stream().anyMatch(standing -> standing.step() == Step.CONFIRM);
    }

    private Step step(Estimate.Paired estimate, boolean clear, int n, Seen before) {
        boolean waits = mustWait(estimate, n);
        if (clear) {
            boolean enough = !waits && (n >= looks.confirmBelow() || before != Seen.NOT);
            return enough ? Step.FAIL : Step.CONFIRM;
        }
        if (!waits && before == Seen.CLEARLY && crosses(estimate, FAINT_LEVEL, FAINT_LEVEL)) {
            return Step.FAIL;
        }
        return passes(estimate, n) ? Step.PASS : Step.GO_ON;
    }

    /** True if a growth may still be restarts that happened to be slow in one arm only. */
    private boolean mustWait(Estimate.Paired estimate, int n) {
        PairedChange pairs = estimate.pairs();
        return (pairs.modes().isAmbiguous() && n <= looks.confirmBelow()) || n < pairs.swingPairs();
    }

    private boolean passes(Estimate.Paired estimate, int n) {
        Modes modes = estimate.pairs().modes();
        boolean onlyCandidate = modes.slowBaseline() == 0 && modes.slowCandidate() > 0;
        // Slow restarts of the baseline alone would hide a growth from a look at all pairs.
        return estimate.pairs().isOfLike()
                && estimate.pairs().used() >= Looks.MIN_PAIRS
                && !(onlyCandidate && 3 * n < 2 * looks.last())
                && estimate.pHarmful() <= looks.passLevel(n);
    }

    private static boolean crosses(Estimate.Paired estimate, double level, double slow) {
        boolean grown =
                estimate.pairs().used() >= Looks.MIN_PAIRS && estimate.isBeyondLimit() && estimate.isSignificant(level);
        return grown || estimate.pairs().modes().pMoreOften() <= slow;
    }

    private double[] levels(List<Estimate.Paired> estimates, int n) {
        return Holm.levels(
                estimates.stream().mapToDouble(Estimate.Paired::p).toArray(), (1 - SLOW_SHARE) * looks.failLevel(n));
    }

    /**
     * The number of pairs after which a criterion will probably be decided, if estimate and spread stay as they are
     * after {@code n}; {@code n} if it already is, 0 if not even the last look would decide it.
     */
    public int needed(Tested standing, int n) {
        if (standing.step().isDecided()) {
            return n;
        }
        Estimate.Paired estimate = standing.estimate();
        Change change = estimate.change();
        for (int look = n; look < looks.last(); ) {
            look = looks.after(look);
            int then = look;
            Estimate.Paired later = new Estimate.Paired(
                    new PairedChange(later(change, n, then), then, Modes.none(then)),
                    estimate.limit(),
                    estimate.pickedFrom().stream()
                            .map(one -> later(one, n, then))
                            .toList(),
                    estimate.blur());
            if (crosses(later, standing.level(), 0) || passes(later, look)) {
                return look;
            }
        }
        return 0;
    }

    private static Change later(Change change, int n, int pairs) {
        return new Change(change.estimate(), change.spread().after(n, pairs));
    }
}
