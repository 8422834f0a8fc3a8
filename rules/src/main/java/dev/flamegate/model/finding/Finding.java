package dev.flamegate.model.finding;

import dev.flamegate.model.Interval;
import dev.flamegate.model.Warning;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.model.rule.Selector;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one criterion of one rule for one part of the service, with its reasons.
 *
 * @param selector the part measured, with names instead of the rule's patterns
 * @param value measured in the run judged, in base units; {@code null} if not measured
 * @param valueInterval of {@code value} over trials; {@code null} with fewer than two
 * @param compared the growth against a baseline; {@code null} for absolute limits or without a baseline
 * @param reason how the outcome came about
 * @param because a clause for people if the reason alone does not say enough: what is missing or differs
 * @param cause what was found about its cause; {@code null} if it was not looked for
 */
public record Finding(
        Rule rule,
        Criterion criterion,
        Level level,
        Outcome outcome,
        Selector selector,
        @Nullable Double value,
        @Nullable Interval valueInterval,
        @Nullable Growth compared,
        Reason reason,
        @Nullable String because,
        List<Warning> warnings,
        @Nullable Cause cause) {
    public Finding {
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(criterion, "criterion");
        Objects.requireNonNull(reason, "reason");
        warnings = List.copyOf(warnings);
    }

    /**
     * A growth against a baseline, as shown to people.
     *
     * @param baseline the value compared with, in base units
     * @param baselineName what it was, such as {@code run 20261120-154233-8f3a}
     * @param relative change against the baseline: 0.1 = +10 %; {@code null} where the baseline is 0
     * @param interval of {@code relative}; {@code null} where nothing can be said
     * @param detectable the smallest relative growth that would have been found nine times in ten; {@code null} if
     *     unknown
     */
    public record Growth(
            double baseline,
            String baselineName,
            @Nullable Double relative,
            @Nullable Interval interval,
            @Nullable Double detectable) {}

    /**
     * The result of the search for the cause of a broken rule.
     *
     * @param culprit the method that explains the growth; {@code null} where none stands out
     * @param noCulprit why none stands out, a clause for people; {@code null} where there is one
     * @param diagnosis a recognised cause; {@code null} where none was recognised
     * @param latency its growth in parts; {@link LatencyGrowth#NONE} for other indicators
     */
    public record Cause(
            @Nullable Culprit culprit,
            @Nullable String noCulprit,
            @Nullable Diagnosis diagnosis,
            LatencyGrowth latency) {
        /** The cause of a growth of something that has no parts. */
        public Cause(@Nullable Culprit culprit, @Nullable String noCulprit, @Nullable Diagnosis diagnosis) {
            this(culprit, noCulprit, diagnosis, LatencyGrowth.NONE);
        }
    }

    /** A finding whose cause was not looked for. */
    public Finding(
            Rule rule,
            Criterion criterion,
            Level level,
            Outcome outcome,
            Selector selector,
            @Nullable Double value,
            @Nullable Interval valueInterval,
            @Nullable Growth compared,
            Reason reason,
            @Nullable String because,
            List<Warning> warnings) {
        this(
                rule,
                criterion,
                level,
                outcome,
                selector,
                value,
                valueInterval,
                compared,
                reason,
                because,
                warnings,
                null);
    }

    /** This finding with another outcome, and the reasons for it. */
    public Finding decided(
            Outcome newOutcome, Reason newReason, @Nullable String newBecause, List<Warning> newWarnings) {
        return new Finding(
                rule,
                criterion,
                level,
                newOutcome,
                selector,
                value,
                valueInterval,
                compared,
                newReason,
                newBecause,
                newWarnings,
                cause);
    }

    /** This finding with more known of its culprit. */
    public Finding explained(Culprit better) {
        return explained(new Cause(better, null, diagnosis(), latency()));
    }

    public Finding explained(Cause found) {
        return new Finding(
                rule,
                criterion,
                level,
                outcome,
                selector,
                value,
                valueInterval,
                compared,
                reason,
                because,
                warnings,
                found);
    }

    /** The value compared with; {@code null} without a baseline. */
    public @Nullable Double baseline() {
        return compared == null ? null : Double.valueOf(compared.baseline());
    }

    /** The name of the baseline; {@code null} like {@link #baseline}. */
    public @Nullable String baselineName() {
        return compared == null ? null : compared.baselineName();
    }

    /** The relative change against the baseline: 0.1 = +10 %; {@code null} without a baseline. */
    public @Nullable Double growth() {
        return compared == null ? null : compared.relative();
    }

    /** The interval of {@link #growth}; {@code null} where nothing can be said. */
    public @Nullable Interval interval() {
        return compared == null ? null : compared.interval();
    }

    /** The smallest relative growth that would have been found; {@code null} if unknown. */
    public @Nullable Double detectable() {
        return compared == null ? null : compared.detectable();
    }

    /** The method that explains the growth; {@code null} where none was looked for or none stands out. */
    public @Nullable Culprit culprit() {
        return cause == null ? null : cause.culprit();
    }

    /** The reason why no culprit stands out; {@code null} if one does, or the cause was not looked for. */
    public @Nullable String noCulprit() {
        return cause == null ? null : cause.noCulprit();
    }

    /** A recognised cause; {@code null} without one. */
    public @Nullable Diagnosis diagnosis() {
        return cause == null ? null : cause.diagnosis();
    }

    /** The growth of a latency in parts; without any for other indicators, and where none are known. */
    public LatencyGrowth latency() {
        return cause == null ? LatencyGrowth.NONE : cause.latency();
    }

    /** The way an outcome came about. */
    public enum Reason {
        /** An absolute limit holds. */
        WITHIN_LIMIT,
        /** An absolute limit is broken. */
        BEYOND_LIMIT,
        /** No growth at or beyond the limit is shown, and the estimate suggests none. */
        NO_GROWTH_SHOWN,
        /** The upper bound of the growth is below the limit. */
        GROWTH_BELOW_LIMIT,
        /** Significant, but below the limit. */
        SIGNIFICANT_BELOW_LIMIT,
        /** Significant and at least the limit. */
        SIGNIFICANT_BEYOND_LIMIT,
        /** The estimate is at or beyond the limit, but not significant. */
        BEYOND_LIMIT_NOT_SIGNIFICANT,
        /** Significant and at least the limit, but with so few pairs that one more would have to confirm it. */
        NOT_CONFIRMED,
        /** The growth is not shown to be below the limit, and the estimate does not reach it. */
        NOT_SHOWN_BELOW_LIMIT,
        /** Restarts of the candidate have a slow mode that the baseline's do not have, or have less often. */
        SLOW_RESTARTS,
        /** Just the two numbers are compared, as the rule asks. */
        POINT_WITHIN_LIMIT,
        POINT_BEYOND_LIMIT,
        /** The change is smaller than the rule's floor. */
        BELOW_FLOOR,
        /** It was not measured, since counted work decided. */
        DECIDED_BY_WORK,
        NO_DATA,
        NO_BASELINE,
        ACCEPTED_IN_LEDGER
    }
}
