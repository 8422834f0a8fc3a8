package dev.flamegate.judge;

import dev.flamegate.model.Comparison;
import dev.flamegate.model.WorkDifference;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Finding.Reason;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.rule.BaselineRef.OtherArm;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Rule;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The judgement of the work that both builds of a comparison execute, which may decide the comparison before its first
 * pair: as a growth of work, or because nothing that differs between the builds ran.
 *
 * @param findings of the rules about work
 * @param starts of each build
 */
record WorkJudgement(List<Finding> findings, @Nullable WorkDifference difference, int starts) {
    /** Starts of each build that show what differing code does; where none ran, one does. */
    private static final int ENOUGH = 2;

    private static final String GREW = "the work of requests grew, which decides";
    private static final String NONE = "nothing that differs between the builds ran";
    private static final String ALONE = "only work was counted";

    static WorkJudgement of(Comparison comparison, List<Rule> rules) {
        return new WorkJudgement(
                Judge.decide(WorkEstimator.candidacies(comparison, rules)),
                comparison.difference(),
                comparison.candidate().work().size());
    }

    /** True if no pair is needed. */
    boolean decides() {
        return isGrown() || isNone();
    }

    /**
     * True if another start would change nothing: every growth is shown to be below its limit, which two starts can't
     * where requests are random, or no code that differs ran.
     */
    boolean isSettled() {
        boolean holds = findings.stream()
                .noneMatch(finding -> finding.growth() != null
                        && (finding.outcome() != Outcome.PASS || finding.reason() == Reason.NO_GROWTH_SHOWN));
        return starts < ENOUGH ? holds && isNone() : holds || isNone();
    }

    /** True if work that was counted breaks the build. */
    boolean isGrown() {
        return difference != null
                && findings.stream()
                        .anyMatch(finding -> finding.outcome() == Outcome.FAIL && finding.reason() != Reason.NO_DATA);
    }

    private boolean isNone() {
        return difference != null && difference.isNone();
    }

    /** The findings of rules whose values were not measured, since the work decided. */
    List<Finding> unmeasured(List<Rule> rules) {
        List<Finding> unmeasured = new ArrayList<>();
        for (Rule rule : rules) {
            rule.must().forEach(criterion -> add(unmeasured, rule, criterion, Level.MUST));
            rule.should().forEach(criterion -> add(unmeasured, rule, criterion, Level.SHOULD));
        }
        return unmeasured;
    }

    private void add(List<Finding> unmeasured, Rule rule, Criterion criterion, Level level) {
        boolean ofArms = criterion instanceof Criterion.Growth growth && growth.baseline() instanceof OtherArm;
        if (criterion instanceof Criterion.Growth && !ofArms) {
            return; // growths against stored runs are judged by run
        }
        boolean holds = ofArms && isNone() && !isGrown();
        unmeasured.add(new Finding(
                rule,
                criterion,
                level,
                holds ? Outcome.PASS : Outcome.SKIPPED,
                rule.selector(),
                null,
                null,
                null,
                Reason.DECIDED_BY_WORK,
                isGrown() ? GREW : isNone() ? NONE : ALONE,
                List.of()));
    }
}
