package dev.flamegate.judge;

import dev.flamegate.format.Numbers;
import dev.flamegate.judge.Candidacy.Seen.Grown;
import dev.flamegate.judge.Candidacy.Seen.NoGrowth;
import dev.flamegate.judge.Candidacy.Seen.OfPairs;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Unit;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Finding.Reason;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.finding.Measurement.Missing;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Step;
import dev.flamegate.model.message.Notice;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.stats.Estimate;
import dev.flamegate.stats.MeanInterval;
import dev.flamegate.stats.Sequential;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides one criterion: makes a finding of a candidacy. */
final class Decision {
    /** Confidence of the interval shown next to a value. */
    private static final double VALUE_CONFIDENCE = 0.95;

    /** One-sided error of saying that a growth against stored runs is below its limit. */
    private static final double PASS_LEVEL = 0.05;

    private final Candidacy candidacy;
    private final Measured measured;
    private final double shown;
    private final double level;

    /**
     * A decision about a measured value.
     *
     * @param shown one-sided error of each bound of the interval shown
     * @param level one-sided error that the growth's significance is tested at
     */
    private Decision(Candidacy candidacy, Measured measured, double shown, double level) {
        this.candidacy = candidacy;
        this.measured = measured;
        this.shown = shown;
        this.level = level;
    }

    /**
     * Decides a criterion on the present evidence: a limit, two values, or the growth against stored runs.
     *
     * @param level one-sided error that the growth's significance is tested at, in (0, 1)
     */
    static Finding of(Candidacy candidacy, double level) {
        return candidacy.measurement() instanceof Missing missing
                ? missing(candidacy, missing)
                : new Decision(candidacy, (Measured) candidacy.measurement(), level, level).finding();
    }

    /**
     * Decides a growth criterion of a comparison that has ended.
     *
     * @param passLevel one-sided error of saying that a growth is below its limit
     */
    static Finding of(Candidacy candidacy, OfPairs seen, Sequential.Tested standing, double passLevel) {
        double level = standing.level();
        return new Decision(
                        candidacy,
                        (Measured) candidacy.measurement(),
                        standing.step() == Step.PASS ? passLevel : level,
                        level)
                .finding(seen, standing);
    }

    /** The outcome of a growth against stored runs, without its finding. */
    static Outcome outcome(Candidacy candidacy, double level) {
        Decision decision = new Decision(candidacy, (Measured) candidacy.measurement(), level, level);
        return decision.outcome(decision.reason(candidacy.grown().orElseThrow().growth()));
    }

    /** The outcome of a growth criterion of a finished comparison, without its finding. */
    static Outcome outcome(Candidacy candidacy, Sequential.Tested standing) {
        Decision decision =
                new Decision(candidacy, (Measured) candidacy.measurement(), standing.level(), standing.level());
        return decision.outcome(decision.reason(candidacy.grown().orElseThrow().growth(), standing));
    }

    private Finding finding() {
        if (candidacy.criterion() instanceof Criterion.Absolute absolute) {
            boolean holds =
                    absolute.operator().holds(measured.value(), absolute.limit().base());
            return finding(holds ? Reason.WITHIN_LIMIT : Reason.BEYOND_LIMIT);
        }
        return candidacy.seen() instanceof NoGrowth none
                ? withoutBaseline(none)
                : finding(reason(candidacy.grown().orElseThrow().growth()));
    }

    private Reason reason(Growth growth) {
        Criterion.Growth criterion = (Criterion.Growth) candidacy.criterion();
        Reason reason =
                !candidacy.rule().isByEvidence() || !criterion.operator().isUpper()
                        ? point(criterion, growth)
                        : reason(growth, (Estimate.Unpaired) growth.estimate());
        boolean excused = outcome(reason) != Outcome.PASS && growth.isBelowFloor(criterion);
        return excused ? Reason.BELOW_FLOOR : reason;
    }

    private Reason reason(Growth growth, Sequential.Tested standing) {
        Reason reason = reason(standing);
        return reason == Reason.SIGNIFICANT_BELOW_LIMIT && growth.isBelowFloor((Criterion.Growth) candidacy.criterion())
                ? Reason.BELOW_FLOOR
                : reason;
    }

    private Finding finding(OfPairs seen, Sequential.Tested standing) {
        Reason reason = reason(seen.growth(), standing);
        boolean slow = reason == Reason.SLOW_RESTARTS && standing.step() != Step.FAIL;
        String because = reason == Reason.SLOW_RESTARTS
                ? PairChecks.modes(standing.estimate().pairs().modes())
                : null;
        List<Warning> warnings = new ArrayList<>(measured.warnings());
        warnings.addAll(PairChecks.warnings(seen.sample().orElse(null), standing));
        return finding(slow ? Outcome.WARN : outcome(reason), reason, because, warnings);
    }

    private static Reason point(Criterion.Growth criterion, Growth growth) {
        double limit = criterion.relative()
                ? criterion.limit().base() * growth.baseline()
                : criterion.limit().base();
        return criterion.operator().holds(growth.difference(), limit)
                ? Reason.POINT_WITHIN_LIMIT
                : Reason.POINT_BEYOND_LIMIT;
    }

    private Reason reason(Growth growth, Estimate.Unpaired estimate) {
        boolean beyond = estimate.isBeyondLimit();
        if (estimate.isSignificant(level)) {
            return beyond ? Reason.SIGNIFICANT_BEYOND_LIMIT : Reason.SIGNIFICANT_BELOW_LIMIT;
        } else if (beyond && growth.difference() > 0) {
            return Reason.BEYOND_LIMIT_NOT_SIGNIFICANT;
        }
        return estimate.isBelowLimit(PASS_LEVEL) ? Reason.GROWTH_BELOW_LIMIT : Reason.NO_GROWTH_SHOWN;
    }

    private Reason reason(Sequential.Tested standing) {
        boolean beyond = standing.estimate().isBeyondLimit();
        boolean significant = standing.estimate().isSignificant(level);
        return switch (standing.step()) {
            case FAIL -> beyond && significant ? Reason.SIGNIFICANT_BEYOND_LIMIT : Reason.SLOW_RESTARTS;
            case PASS -> {
                if (standing.estimate().pairs().modes().isMoreOften()) {
                    yield Reason.SLOW_RESTARTS;
                }
                yield significant ? Reason.SIGNIFICANT_BELOW_LIMIT : Reason.GROWTH_BELOW_LIMIT;
            }
            case CONFIRM, GO_ON -> {
                if (beyond) {
                    yield significant ? Reason.NOT_CONFIRMED : Reason.BEYOND_LIMIT_NOT_SIGNIFICANT;
                }
                yield Reason.NOT_SHOWN_BELOW_LIMIT;
            }
        };
    }

    private Outcome outcome(Reason reason) {
        return switch (reason) {
            case WITHIN_LIMIT, GROWTH_BELOW_LIMIT, NO_GROWTH_SHOWN, POINT_WITHIN_LIMIT -> Outcome.PASS;
            case BEYOND_LIMIT, SIGNIFICANT_BEYOND_LIMIT, POINT_BEYOND_LIMIT, SLOW_RESTARTS -> broken(candidacy);
            case SIGNIFICANT_BELOW_LIMIT -> candidacy.level() == Level.MUST ? Outcome.WARN : Outcome.PASS;
            case BEYOND_LIMIT_NOT_SIGNIFICANT, NOT_CONFIRMED, NOT_SHOWN_BELOW_LIMIT -> Outcome.INCONCLUSIVE;
            case BELOW_FLOOR -> Outcome.MASKED;
            case DECIDED_BY_WORK, NO_DATA, NO_BASELINE, ACCEPTED_IN_LEDGER ->
                throw new IllegalArgumentException(reason + ": not decided on a measured value");
        };
    }

    private static Outcome broken(Candidacy candidacy) {
        return candidacy.level() == Level.MUST ? Outcome.FAIL : Outcome.WARN;
    }

    private static Finding missing(Candidacy candidacy, Missing missing) {
        Outcome outcome = switch (candidacy.rule().onNoData()) {
            case FAIL -> broken(candidacy);
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
                Reason.NO_DATA,
                missing.reason(),
                List.of());
    }

    /** The finding where a measured value has nothing to compare with. */
    private Finding withoutBaseline(NoGrowth none) {
        Outcome outcome = switch (candidacy.rule().onNoBaseline()) {
            case RECORD -> Outcome.RECORDED;
            case WARN -> Outcome.WARN;
            case FAIL -> broken(candidacy);
        };
        return finding(outcome, Reason.NO_BASELINE, none.reason(), measured.warnings());
    }

    private Finding finding(Reason reason) {
        return finding(outcome(reason), reason, null, measured.warnings());
    }

    private Finding finding(Outcome outcome, Reason reason, @Nullable String because, List<Warning> warnings) {
        Interval valueInterval = MeanInterval.of(measured.value(), measured.trials(), VALUE_CONFIDENCE)
                .orElse(null);
        Optional<Grown> grown = candidacy.grown();
        List<Warning> all = grown.isPresent()
                ? withBlur(warnings, grown.get().growth())
                : candidacy.criterion() instanceof Criterion.Absolute absolute && valueInterval != null
                        ? withNoise(warnings, absolute.limit(), valueInterval)
                        : warnings;
        return new Finding(
                candidacy.rule(),
                candidacy.criterion(),
                candidacy.level(),
                outcome,
                measured.selector(),
                measured.value(),
                valueInterval,
                grown.map(one -> one.growth().shown(one.baseline().name(), shown, level))
                        .orElse(null),
                reason,
                because,
                all);
    }

    /** An absolute limit is decided on the value alone, which may be above it in one run and below it in the next. */
    private static List<Warning> withNoise(List<Warning> warnings, Quantity limit, Interval value) {
        if (limit.base() <= value.low() || limit.base() >= value.high()) {
            return warnings;
        }
        Unit unit = limit.unit();
        List<Warning> more = new ArrayList<>(warnings);
        more.add(new Warning(
                Notice.LIMIT_IN_NOISE,
                "the limit of " + Numbers.quantity(limit) + " is within the noise of the value ("
                        + Numbers.confidence(value.confidence()) + " interval " + Numbers.quantity(value.low(), unit)
                        + " to " + Numbers.quantity(value.high(), unit)
                        + "): another measurement may end differently"));
        return more;
    }

    private static List<Warning> withBlur(List<Warning> warnings, Growth growth) {
        if (!growth.estimate().isLimitBlurred()) {
            return warnings;
        }
        List<Warning> more = new ArrayList<>(warnings);
        more.add(new Warning(
                Notice.WITHIN_BUCKET,
                "the buckets of the service's histogram leave open whether the growth is as large as its limit."
                        + " Give the histogram finer buckets around the limit, or native ones"));
        return more;
    }
}
