package dev.flamegate.store;

import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.Outcome;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A rule that a run broke, as stored with its verdict.
 *
 * @param rule id
 * @param part of the service, as {@code request GET /a}; empty for all of it
 * @param outcome FAIL or WARN
 * @param growth relative: 0.1 = +10 %; {@code null} for a limit
 * @param culprit name of the method that explains it; {@code null} where none was named
 */
public record BrokenRule(
        String rule,
        String part,
        Outcome outcome,
        @Nullable Double growth,
        @Nullable String culprit) {
    /** Maximum number stored; the report contains them all. */
    private static final int MOST = 20;

    /** The rules broken according to a judgement, {@code must} before {@code should}. */
    static List<BrokenRule> of(Judgement judgement) {
        return judgement.findings().stream()
                .filter(finding -> finding.outcome() == Outcome.FAIL || finding.outcome() == Outcome.WARN)
                .sorted((one, other) -> Boolean.compare(other.outcome() == Outcome.FAIL, one.outcome() == Outcome.FAIL))
                .limit(MOST)
                .map(BrokenRule::of)
                .toList();
    }

    private static BrokenRule of(Finding finding) {
        String part = finding.selector().parts().entrySet().stream()
                .map(one -> one.getKey().key() + " " + one.getValue())
                .collect(Collectors.joining(", "));
        Double growth = finding.growth();
        return new BrokenRule(
                finding.rule().id(),
                part,
                finding.outcome(),
                growth != null && Double.isFinite(growth) ? growth : null,
                finding.culprit() == null ? null : finding.culprit().frame());
    }
}
