package dev.flamegate.judge;

import dev.flamegate.model.Criterion;
import dev.flamegate.model.Level;
import dev.flamegate.model.Measurement;
import dev.flamegate.model.Rule;
import org.jspecify.annotations.Nullable;

/**
 * One criterion of one rule facing one measurement: what becomes a finding.
 *
 * @param growth the change it is about; {@code null} for absolute limits and missing baselines
 * @param baselineName what was compared with
 * @param noBaseline why there is nothing to compare with; {@code null} when there is, or need not be
 */
record Candidacy(
        Rule rule,
        Criterion criterion,
        Level level,
        Measurement measurement,
        @Nullable Growth growth,
        @Nullable String baselineName,
        @Nullable String noBaseline) {

    /** Whether its significance is tested, and so shares the gate's error. */
    boolean isTested() {
        return growth != null && level == Level.MUST && rule.decision() == Rule.Decision.EVIDENCE;
    }
}
