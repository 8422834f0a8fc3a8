package dev.flamegate.judge;

import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.stats.Estimate;
import dev.flamegate.stats.PairedSample;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One criterion of one rule for one part of the service, with its evidence: what becomes a finding.
 *
 * @param measurement of the candidate
 * @param baseline what a growth is held against; {@code null} for absolute limits, missing data and missing baselines
 * @param growth the growth against the baseline; {@code null} like {@code baseline}, and where the two cannot be
 *     compared
 * @param pairs the same growth pair by pair; {@code null} against stored runs, and like {@code growth}
 * @param noGrowth why there is no growth: a clause for people; {@code null} where there is one, or none is asked for
 */
record Candidacy(
        Rule rule,
        Criterion criterion,
        Level level,
        Measurement measurement,
        Baselines.Found.@Nullable Runs baseline,
        @Nullable Growth growth,
        @Nullable Pairs pairs,
        @Nullable String noGrowth) {

    /**
     * A growth between two arms.
     *
     * @param sample the values of both arms; {@code null} where the change is picked from many
     * @param estimates what the first pairs show, by their number
     */
    record Pairs(@Nullable PairedSample sample, IntFunction<Estimate.Paired> estimates) {}

    /** A criterion without a growth, so far. */
    Candidacy(Rule rule, Criterion criterion, Level level, Measurement measurement) {
        this(rule, criterion, level, measurement, null, null, null, null);
    }

    /** This criterion without a growth, because its baseline is missing or cannot be compared. */
    Candidacy without(Baselines.Found.@Nullable Runs against, String reason) {
        return new Candidacy(rule, criterion, level, measurement, against, null, null, reason);
    }

    /** This criterion about a value of which more is known. */
    Candidacy measuring(Measured measured) {
        return new Candidacy(rule, criterion, level, measured, baseline, growth, pairs, noGrowth);
    }

    Candidacy with(Measured measured, Baselines.Found.@Nullable Runs against, Growth seen, @Nullable Pairs byPairs) {
        return new Candidacy(rule, criterion, level, measured, against, seen, byPairs, null);
    }

    /** True if the criterion's significance is tested, and so shares the gate's error with others. */
    boolean isTested() {
        return growth != null && level == Level.MUST && rule.decision() == Rule.Decision.EVIDENCE;
    }

    /** True if the evidence of pairs decides the criterion, not the two values alone. */
    boolean isSequential() {
        return pairs != null
                && rule.decision() == Rule.Decision.EVIDENCE
                && criterion.operator().isUpper();
    }

    /** True if pairs decide the criterion and its significance shares the error of a look with others. */
    boolean isGating() {
        return isSequential() && level == Level.MUST;
    }
}
