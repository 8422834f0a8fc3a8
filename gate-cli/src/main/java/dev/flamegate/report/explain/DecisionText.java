package dev.flamegate.report.explain;

import dev.flamegate.judge.Judge;
import dev.flamegate.model.Unit;
import dev.flamegate.model.rule.BaselineRef.OtherArm;
import dev.flamegate.model.rule.Criterion.Change;
import dev.flamegate.model.rule.Criterion.Growth;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Rule.Decision;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Explains how the growth criteria of a rule are decided, and how often the decision is wrong. */
final class DecisionText {
    private DecisionText() {}

    static String of(Rule rule, List<Growth> growths) {
        return rule.isByEvidence() ? evidence(rule, growths) + withWork(rule) : point(growths);
    }

    private static String evidence(Rule rule, List<Growth> growths) {
        String change = change(growths);
        boolean compared = growths.stream().anyMatch(growth -> growth.baseline() instanceof OtherArm);
        String text = "Decided by evidence: it is broken when the " + change + " is significant and " + reach(growths)
                + ". " + errors(!Collections.disjoint(rule.must(), growths), compared)
                + ", so set the limit below the smallest "
                + change + " that has to be caught.";
        return compared
                ? text + " A comparison adds pairs until it has shown one or the other, and is INCONCLUSIVE when "
                        + "its budget ends first."
                : text;
    }

    private static String withWork(Rule rule) {
        return rule.decision() == Decision.WITH_WORK
                ? " Where the work of requests was counted and is the same in both builds, it only warns."
                : "";
    }

    /**
     * The error rates of the decision. Criteria that can break the build share the gate's level; each {@code should}
     * has a separate level.
     */
    private static String errors(boolean gating, boolean compared) {
        String level = compared
                ? percent(Looks.DEFAULT.failError()) + " of comparisons"
                : percent(Judge.GATE_LEVEL) + " of runs";
        String measured = compared ? "comparisons" : "runs";
        return gating
                ? "An unchanged build fails on all gating growth criteria together in at most " + level
                        + "; at the limit itself about half of " + measured + " fail or are inconclusive"
                : "An unchanged build gets the warning in at most " + level + "; at the limit itself about half of "
                        + measured + " warn or are inconclusive";
    }

    private static String point(List<Growth> growths) {
        String broken = growths.size() > 1 ? reach(growths) : "is " + reach(growths);
        return "Decided by the two numbers alone: it is broken when the " + change(growths) + " " + broken
                + ", significant or not, so noise can break it.";
    }

    private static String change(List<Growth> growths) {
        return growths.get(0).change() == Change.GROWTH ? "growth" : "drop";
    }

    private static String reach(List<Growth> growths) {
        if (growths.size() > 1) {
            return "reaches its limit";
        }
        Growth growth = growths.get(0);
        return (growth.operator() == Operator.LESS ? "at least " : "above ") + CriterionText.limit(growth);
    }

    /** The number of pairs that each preset of {@code compare} looks at, and its error rates. */
    static String presets() {
        return "Comparisons end as soon as every growth vs baseline is decided. The presets look after these "
                + "numbers of pairs and err at most this often, over all looks; in simulations much less often "
                + "(docs/compare.md):\n"
                + List.of(Looks.DEFAULT, Looks.FAST, Looks.NIGHTLY).stream()
                        .map(DecisionText::preset)
                        .collect(Collectors.joining("\n"));
    }

    private static String preset(Looks looks) {
        String option = looks.equals(Looks.DEFAULT) ? "" : " (--" + looks.name() + ")";
        return "  " + looks.name() + option + ": "
                + looks.pairs().stream().map(String::valueOf).collect(Collectors.joining(", ")) + " pairs; "
                + percent(looks.failError()) + " of unchanged builds FAIL, over all gating criteria together; "
                + percent(looks.passError())
                + " of growths that are just at a limit PASS it";
    }

    private static String percent(double ratio) {
        return CriterionText.quantity(new Quantity(ratio / Unit.PERCENT.toBase(), Unit.PERCENT));
    }
}
