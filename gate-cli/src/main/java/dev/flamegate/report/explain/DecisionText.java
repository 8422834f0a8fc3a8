package dev.flamegate.report.explain;

import dev.flamegate.model.BaselineRef.OtherArm;
import dev.flamegate.model.Criterion.Change;
import dev.flamegate.model.Criterion.Growth;
import dev.flamegate.model.Operator;
import dev.flamegate.model.Rule;
import dev.flamegate.model.Rule.Decision;
import java.util.List;

/** How the growth criteria of a rule are decided, and how often that goes wrong. */
final class DecisionText {
    private DecisionText() {}

    static String of(Rule rule, List<Growth> growths) {
        return rule.decision() == Decision.EVIDENCE ? evidence(growths) : point(growths);
    }

    private static String evidence(List<Growth> growths) {
        String change = change(growths);
        String text = "Decided by evidence: it is broken when the " + change + " is significant and " + reach(growths)
                + "; a true " + change + " exactly at the limit breaks it about half the time or more, so set the limit"
                + " below the smallest " + change + " that has to be caught.";
        boolean compared = growths.stream().anyMatch(growth -> growth.baseline() instanceof OtherArm);
        return compared
                ? text + " A comparison adds pairs until it has shown the one or the other, and is INCONCLUSIVE when"
                        + " its budget ends before."
                : text;
    }

    private static String point(List<Growth> growths) {
        String broken = growths.size() > 1 ? reach(growths) : "is " + reach(growths);
        return "Decided by the two numbers alone: it is broken when the " + change(growths) + " " + broken
                + ", significant or not, so that noise can break it.";
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
