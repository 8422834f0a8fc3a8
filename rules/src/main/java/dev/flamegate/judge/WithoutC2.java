package dev.flamegate.judge;

import dev.flamegate.model.Comparison;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Finding.Reason;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.message.ValidityCheck;
import dev.flamegate.model.rule.IndicatorSource.Requests;
import dev.flamegate.model.rule.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * Pairs that the gate measured without the second compiler (C2). Both arms run the same slower code, so growths stay
 * fair; a limit on a value is only kept for certain, not broken.
 */
final class WithoutC2 {
    private static final String REMEDY = "to measure with it, add -XX:+TieredCompilation to target: java-options";

    private WithoutC2() {}

    /** The line of a report that says so. */
    static ValidityProblem said(Comparison comparison) {
        return new ValidityProblem(
                ValidityCheck.FIRST_COMPILER,
                comparison.pairs().stream()
                        .filter(Pair::withoutC2)
                        .map(Pair::number)
                        .toList(),
                false,
                "both arms ran without the second compiler (C2), which was still at work after the warm-up",
                REMEDY);
    }

    /** The finding about a value, which is undecided if production's faster code might keep the limit. */
    static Finding told(Finding finding) {
        if (finding.reason() != Reason.BEYOND_LIMIT
                || finding.level() != Level.MUST
                || finding.rule().indicator().source() == Requests.ERROR_RATIO) {
            return finding;
        }
        List<Warning> warnings = new ArrayList<>(finding.warnings());
        warnings.add(new Warning(
                Notice.LIMIT_OF_FIRST_COMPILER,
                "measured without the second compiler (C2), which might keep the limit: " + REMEDY));
        return finding.decided(Outcome.INCONCLUSIVE, finding.reason(), finding.because(), warnings);
    }
}
