package dev.flamegate.report.explain;

import dev.flamegate.judge.Judge;
import dev.flamegate.model.Unit;
import dev.flamegate.model.rule.BaselineRef.OtherArm;
import dev.flamegate.model.rule.Criterion.Change;
import dev.flamegate.model.rule.Criterion.Growth;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Rule.Decision;
import java.util.Collections;
import java.util.List;

/** How the growth criteria of a rule are decided, and how often that goes wrong. */
final class DecisionText {
    private DecisionText() {}

    static String of(Rule rule, List<Growth> growths) {
        return rule.decision() == Decision.EVIDENCE ? evidence(rule, growths) : point(growths);
    }

    private static String evidence(Rule rule, List<Growth> growths) {
        String change = change(growths);
        String text = "Decided by evidence: it is broken when the " + change + " is significant and " + reach(growths)
                + ". " + errors(!Collections.disjoint(rule.must(), growths)) + ", so set the limit below the smallest "
                + change + " that has to be caught.";
        boolean compared = growths.stream().anyMatch(growth -> growth.baseline() instanceof OtherArm);
        return compared
                ? text + " A comparison adds pairs until it has shown one or the other, and is INCONCLUSIVE when "
                        + "its budget ends first."
                : text;
    }

    /** The gate's level is shared by what can break the build; a {@code should} has a level of its own. */
    private static String errors(boolean gating) {
        String level = CriterionText.quantity(new Quantity(Judge.GATE_LEVEL / Unit.PERCENT.toBase(), Unit.PERCENT));
        return gating
                ? "An unchanged build fails on all gating growth criteria together in at most " + level
                        + " of runs; at the limit itself about half of runs fail or are inconclusive"
                : "An unchanged build gets the warning in at most " + level
                        + " of runs; at the limit itself about half of runs warn or are inconclusive";
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
}
