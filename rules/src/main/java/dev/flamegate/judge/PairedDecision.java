package dev.flamegate.judge;

import dev.flamegate.model.Criterion;
import dev.flamegate.model.Finding;
import dev.flamegate.model.Finding.Reason;
import dev.flamegate.model.Level;
import dev.flamegate.model.Looks;
import dev.flamegate.model.Measurement;
import dev.flamegate.model.Outcome;
import dev.flamegate.model.Step;
import dev.flamegate.model.Warning;
import dev.flamegate.stats.Contrast;
import dev.flamegate.stats.Modes;
import dev.flamegate.stats.Standing;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decides one growth criterion of a comparison that has ended: from where it stands, a finding. */
final class PairedDecision {
    private PairedDecision() {}

    /**
     * The finding.
     *
     * @param orderMatters whether the order of loading changed the baseline itself
     */
    static Finding of(PairedCandidacy candidacy, Standing standing, Looks looks, boolean orderMatters) {
        Contrast contrast = standing.contrast();
        Candidacy shown = candidacy.shown(contrast.paired().modes().restarts());
        Measurement.Measured measured = (Measurement.Measured) shown.measurement();
        Growth growth = Objects.requireNonNull(shown.growth());
        Reason reason = orderMatters ? Reason.ORDER_MATTERS : reason(standing);
        Outcome outcome = outcome(reason, standing.step(), shown.level());
        if (isExcused((Criterion.Growth) shown.criterion(), growth, reason)) {
            reason = Reason.BELOW_FLOOR;
            outcome = Outcome.MASKED;
        }
        List<Warning> warnings = new ArrayList<>(measured.warnings());
        warnings.addAll(PairedWarnings.of(candidacy.sample(), contrast, standing));
        boolean passed = standing.step() == Step.PASS;
        return Decision.finding(
                shown,
                measured,
                outcome,
                reason,
                passed ? looks.passLevel() : standing.level(),
                standing.level(),
                because(reason, standing),
                warnings);
    }

    private static Reason reason(Standing standing) {
        Contrast contrast = standing.contrast();
        boolean beyond = contrast.change().estimate() >= contrast.limit();
        boolean significant = contrast.change().estimate() > 0 && contrast.p() <= standing.level();
        return switch (standing.step()) {
            case FAIL -> beyond && significant ? Reason.SIGNIFICANT_BEYOND_LIMIT : Reason.SLOW_RESTARTS;
            case PASS -> {
                if (contrast.paired().modes().isMoreOften()) {
                    yield Reason.SLOW_RESTARTS;
                }
                yield significant ? Reason.SIGNIFICANT_BELOW_LIMIT : Reason.GROWTH_BELOW_LIMIT;
            }
            case CONFIRM, GO_ON -> {
                if (beyond) {
                    yield significant ? Reason.NOT_CONFIRMED : Reason.BEYOND_LIMIT_NOT_SIGNIFICANT;
                }
                yield significant ? Reason.SIGNIFICANT_BELOW_LIMIT : Reason.NOT_SHOWN_BELOW_LIMIT;
            }
        };
    }

    private static Outcome outcome(Reason reason, Step step, Level level) {
        return switch (reason) {
            case SIGNIFICANT_BEYOND_LIMIT -> Decision.broken(level);
            case SLOW_RESTARTS -> step == Step.FAIL ? Decision.broken(level) : Outcome.WARN;
            case SIGNIFICANT_BELOW_LIMIT -> level == Level.MUST ? Outcome.WARN : Outcome.PASS;
            case GROWTH_BELOW_LIMIT -> Outcome.PASS;
            default -> Outcome.INCONCLUSIVE;
        };
    }

    /** A floor excuses what would fail or stay open, but no doubt about the measurement itself. */
    private static boolean isExcused(Criterion.Growth criterion, Growth growth, Reason reason) {
        boolean open = reason == Reason.SIGNIFICANT_BEYOND_LIMIT
                || reason == Reason.SIGNIFICANT_BELOW_LIMIT
                || reason == Reason.NOT_CONFIRMED
                || reason == Reason.BEYOND_LIMIT_NOT_SIGNIFICANT;
        return open && Decision.isBelowFloor(criterion, growth);
    }

    @Nullable
    private static String because(Reason reason, Standing standing) {
        Modes modes = standing.contrast().paired().modes();
        return switch (reason) {
            case SLOW_RESTARTS -> PairedWarnings.modes(modes);
            case ORDER_MATTERS -> "the baseline's restarts that were loaded first differ from those loaded second";
            default -> null;
        };
    }
}
