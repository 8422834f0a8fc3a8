package dev.flamegate.judge;

import dev.flamegate.model.Criterion;
import dev.flamegate.model.Finding;
import dev.flamegate.model.Finding.Reason;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Level;
import dev.flamegate.model.Measurement;
import dev.flamegate.model.Outcome;
import dev.flamegate.model.Rule;
import dev.flamegate.model.Warning;
import dev.flamegate.stats.MeanInterval;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides one criterion: from a candidacy and the level its test is held against, a finding. */
final class Decision {
    /** Confidence of the interval shown beside a value. */
    private static final double VALUE_CONFIDENCE = 0.95;

    /** One-sided error of saying that a growth is below its limit. */
    private static final double PASS_LEVEL = 0.05;

    private Decision() {}

    /**
     * The finding.
     *
     * @param level one-sided error that the growth's significance is held against, in (0, 1)
     */
    static Finding of(Candidacy candidacy, double level) {
        if (candidacy.measurement() instanceof Measurement.Missing missing) {
            return missing(candidacy, missing);
        }
        Measurement.Measured measured = (Measurement.Measured) candidacy.measurement();
        if (candidacy.criterion() instanceof Criterion.Absolute absolute) {
            boolean holds =
                    absolute.operator().holds(measured.value(), absolute.limit().base());
            return finding(
                    candidacy,
                    measured,
                    holds ? Outcome.PASS : broken(candidacy.level()),
                    holds ? Reason.WITHIN_LIMIT : Reason.BEYOND_LIMIT,
                    level,
                    null);
        }
        Growth growth = candidacy.growth();
        if (growth == null) {
            return withoutBaseline(candidacy, measured, level);
        }
        Criterion.Growth criterion = (Criterion.Growth) candidacy.criterion();
        Reason reason = candidacy.rule().decision() == Rule.Decision.POINT
                        || !criterion.operator().isUpper()
                ? point(criterion, growth)
                : evidence(criterion, growth, level);
        if (reason != Reason.POINT_WITHIN_LIMIT
                && isBelowFloor(criterion, growth)
                && outcome(reason, candidacy.level()) != Outcome.PASS) {
            return finding(candidacy, measured, Outcome.MASKED, Reason.BELOW_FLOOR, level, null);
        }
        return finding(candidacy, measured, outcome(reason, candidacy.level()), reason, level, null);
    }

    private static Reason evidence(Criterion.Growth criterion, Growth growth, double level) {
        double estimate = growth.change().estimate();
        boolean significant = estimate > 0 && growth.p() <= level;
        boolean beyond = !criterion.operator().holds(estimate, growth.limit());
        if (significant) {
            return beyond ? Reason.SIGNIFICANT_BEYOND_LIMIT : Reason.SIGNIFICANT_BELOW_LIMIT;
        } else if (beyond && growth.difference() > 0) {
            return Reason.BEYOND_LIMIT_NOT_SIGNIFICANT;
        }
        boolean open = growth.blur().isAny() && growth.blur().high() >= growth.limit();
        return !open && growth.change().upper(PASS_LEVEL) < growth.limit()
                ? Reason.GROWTH_BELOW_LIMIT
                : Reason.NO_GROWTH_SHOWN;
    }

    private static Reason point(Criterion.Growth criterion, Growth growth) {
        double limit = criterion.relative()
                ? criterion.limit().base() * growth.baseline()
                : criterion.limit().base();
        return criterion.operator().holds(growth.difference(), limit)
                ? Reason.POINT_WITHIN_LIMIT
                : Reason.POINT_BEYOND_LIMIT;
    }

    static boolean isBelowFloor(Criterion.Growth criterion, Growth growth) {
        return criterion.ignoring() != null
                && Math.abs(growth.difference()) < criterion.ignoring().base();
    }

    private static Outcome outcome(Reason reason, Level level) {
        return switch (reason) {
            case SIGNIFICANT_BEYOND_LIMIT, POINT_BEYOND_LIMIT -> broken(level);
            case SIGNIFICANT_BELOW_LIMIT -> level == Level.MUST ? Outcome.WARN : Outcome.PASS;
            case BEYOND_LIMIT_NOT_SIGNIFICANT -> Outcome.INCONCLUSIVE;
            default -> Outcome.PASS;
        };
    }

    static Outcome broken(Level level) {
        return level == Level.MUST ? Outcome.FAIL : Outcome.WARN;
    }

    private static Finding missing(Candidacy candidacy, Measurement.Missing missing) {
        Outcome outcome = switch (candidacy.rule().onNoData()) {
            case FAIL -> broken(candidacy.level());
            case WARN -> Outcome.WARN;
            case SKIP -> Outcome.SKIPPED;
        };
        return new Finding(
                candidacy.rule(),
                candidacy.criterion(),
                candidacy.level(),
                outcome,
                missing.selector(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                Reason.NO_DATA,
                missing.reason(),
                List.of());
    }

    /** The finding where a measured value has nothing to compare with. */
    private static Finding withoutBaseline(Candidacy candidacy, Measurement.Measured measured, double level) {
        Outcome outcome = switch (candidacy.rule().onNoBaseline()) {
            case RECORD -> Outcome.RECORDED;
            case WARN -> Outcome.WARN;
            case FAIL -> broken(candidacy.level());
        };
        return finding(candidacy, measured, outcome, Reason.NO_BASELINE, level, candidacy.noBaseline());
    }

    private static Finding finding(
            Candidacy candidacy,
            Measurement.Measured measured,
            Outcome outcome,
            Reason reason,
            double level,
            @Nullable String because) {
        return finding(candidacy, measured, outcome, reason, level, level, because, measured.warnings());
    }

    /**
     * A finding about a measured value.
     *
     * @param shown one-sided error of each bound of the interval shown
     * @param level one-sided error of the significance, for the detectable change
     */
    static Finding finding(
            Candidacy candidacy,
            Measurement.Measured measured,
            Outcome outcome,
            Reason reason,
            double shown,
            double level,
            @Nullable String because,
            List<Warning> warnings) {
        Growth growth = candidacy.growth();
        Interval valueInterval = MeanInterval.of(measured.value(), measured.trials(), VALUE_CONFIDENCE)
                .orElse(null);
        return new Finding(
                candidacy.rule(),
                candidacy.criterion(),
                candidacy.level(),
                outcome,
                measured.selector(),
                measured.value(),
                valueInterval,
                growth == null ? null : Double.valueOf(growth.baseline()),
                growth == null ? null : candidacy.baselineName(),
                growth == null ? null : growth.relative(),
                growth == null ? null : growth.interval(shown),
                growth == null ? null : growth.detectable(level),
                reason,
                because,
                growth == null ? warnings : withBlur(warnings, growth));
    }

    private static List<Warning> withBlur(List<Warning> warnings, Growth growth) {
        if (!growth.blur().isAny() || growth.blur().high() < growth.limit()) {
            return warnings;
        }
        List<Warning> more = new ArrayList<>(warnings);
        more.add(new Warning(
                "within-bucket",
                "baseline and candidate lie in the same bucket of the service's histogram, inside which nothing is known:"
                        + " their difference is no evidence of growth, nor of none. Give the histogram finer buckets"
                        + " around the limit, or native ones"));
        return more;
    }
}
