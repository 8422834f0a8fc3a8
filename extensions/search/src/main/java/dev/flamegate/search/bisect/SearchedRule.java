package dev.flamegate.search.bisect;

import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Finding.Reason;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.report.GateReport;
import dev.flamegate.search.bisect.Bisection.Ending;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rule that a comparison of a good and a bad build breaks worst, or why there is no such rule.
 *
 * @param finding {@code null} without such a rule; then {@code ending} says how the search ends at once
 * @param because a clause for people; empty where the ending says enough
 */
record SearchedRule(@Nullable Finding finding, Ending ending, String because) {
    private static final Set<Reason> BROKEN = Set.of(
            Reason.BEYOND_LIMIT,
            Reason.SIGNIFICANT_BEYOND_LIMIT,
            Reason.SIGNIFICANT_BELOW_LIMIT,
            Reason.POINT_BEYOND_LIMIT);

    /** The rule that is worst broken. */
    static SearchedRule in(GateReport whole) {
        List<Finding> findings = whole.worstFirst();
        if (whole.judgement().verdict() == Verdict.INVALID) {
            return new SearchedRule(
                    null,
                    Ending.INVALID,
                    whole.judgement().validity().stream()
                            .filter(problem -> problem.invalidates())
                            .map(problem -> problem.message())
                            .findFirst()
                            .orElse("not enough pairs count"));
        }
        Optional<Finding> broken = findings.stream()
                .filter(SearchedRule::isBroken)
                .filter(finding -> !isOld(finding, whole))
                .findFirst();
        if (broken.isPresent()) {
            return new SearchedRule(broken.get(), Ending.FOUND, "");
        } else if (findings.stream().anyMatch(SearchedRule::isBroken)) {
            return new SearchedRule(
                    null,
                    Ending.NOT_BROKEN,
                    "the good build breaks the same limits as the bad one, so that is not new");
        } else if (findings.isEmpty()) {
            return new SearchedRule(
                    null,
                    Ending.NOT_BROKEN,
                    "no rule is about two builds: it takes one such as `< 5% growth vs baseline`");
        }
        boolean open = findings.stream().anyMatch(finding -> finding.outcome() == Outcome.INCONCLUSIVE);
        return new SearchedRule(null, open ? Ending.NOT_DECIDED : Ending.NOT_BROKEN, "");
    }

    private static boolean isBroken(Finding finding) {
        return (finding.outcome() == Outcome.FAIL || finding.outcome() == Outcome.WARN)
                && BROKEN.contains(finding.reason());
    }

    /** True if the good build is beyond the limit as well. */
    private static boolean isOld(Finding finding, GateReport whole) {
        return finding.criterion() instanceof Criterion.Absolute limit
                && whole.baseline()
                        .flatMap(good -> good.value(finding.rule().indicator(), finding.selector()))
                        .filter(value ->
                                !limit.operator().holds(value, limit.limit().base()))
                        .isPresent();
    }
}
