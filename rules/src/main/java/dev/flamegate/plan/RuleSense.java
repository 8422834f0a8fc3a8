package dev.flamegate.plan;

import dev.flamegate.model.BaselineRef.OtherArm;
import dev.flamegate.model.Criterion;
import dev.flamegate.model.Criterion.Absolute;
import dev.flamegate.model.Criterion.Growth;
import dev.flamegate.model.Rule.Applies;
import java.util.List;
import java.util.stream.Stream;

/** Checks that the parts of one rule do not contradict each other. */
final class RuleSense {
    private RuleSense() {}

    static void check(Section rule, List<Criterion> must, List<Criterion> should, Applies applies) {
        for (Criterion warns : should) {
            must.stream()
                    .filter(breaks -> alike(warns, breaks) && !stricter(warns, breaks))
                    .findFirst()
                    .ifPresent(breaks -> rule.problems()
                            .add(
                                    rule.at("should"),
                                    "`should: " + Words.brief(warns.text()) + "` never warns: `must: "
                                            + Words.brief(breaks.text()) + "` is as strict or stricter"));
        }
        boolean otherArm = Stream.concat(must.stream(), should.stream())
                .anyMatch(criterion -> criterion instanceof Growth growth && growth.baseline() instanceof OtherArm);
        if (otherArm && applies == Applies.RUN) {
            rule.problems()
                    .add(
                            rule.at("applies"),
                            "`vs baseline` means the other arm of a comparison, which a run does not have",
                            "compare");
        }
    }

    /** Whether both limit the same thing, so that one of them is the stricter one. */
    private static boolean alike(Criterion a, Criterion b) {
        if (a instanceof Absolute && b instanceof Absolute) {
            return true;
        }
        return a instanceof Growth one
                && b instanceof Growth other
                && one.relative() == other.relative()
                && one.baseline().equals(other.baseline());
    }

    /** Whether {@code a} can be broken while {@code b} holds. Both have the same direction. */
    private static boolean stricter(Criterion a, Criterion b) {
        double difference = a.limit().base() - b.limit().base();
        boolean upper = a.operator().isUpper();
        if (difference == 0) {
            boolean strictA = a.operator().symbol().length() == 1;
            boolean strictB = b.operator().symbol().length() == 1;
            return (strictA && !strictB) || floorsDiffer(a, b);
        }
        return upper ? difference < 0 : difference > 0;
    }

    private static boolean floorsDiffer(Criterion a, Criterion b) {
        return a instanceof Growth one
                && b instanceof Growth other
                && one.ignoring() == null
                && other.ignoring() != null;
    }
}
