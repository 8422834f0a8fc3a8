package dev.flamegate.judge;

import dev.flamegate.model.Criterion;
import dev.flamegate.model.Level;
import dev.flamegate.model.Measurement.Measured;
import dev.flamegate.model.Rule;
import dev.flamegate.stats.Contrast;
import dev.flamegate.stats.PairedSample;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * One criterion of one rule in a comparison.
 *
 * @param bare rule, criterion and the candidate's measurement, without a growth
 * @param paired what the pairs say of it; {@code null} for absolute limits and where the baseline has no value
 */
record PairedCandidacy(Candidacy bare, @Nullable PairedGrowth paired) {
    static PairedCandidacy alone(Candidacy bare) {
        return new PairedCandidacy(bare, null);
    }

    static PairedCandidacy of(
            Rule rule, Criterion.Growth criterion, Level level, Measured measured, PairedGrowth paired) {
        return new PairedCandidacy(new Candidacy(rule, criterion, level, measured, null, "baseline", null), paired);
    }

    /** Whether pairs decide it by evidence, not by the two numbers alone. */
    boolean isSequential() {
        return paired != null
                && bare.rule().decision() == Rule.Decision.EVIDENCE
                && bare.criterion().operator().isUpper();
    }

    /** Whether its significance shares the gate's error with others. */
    boolean isGating() {
        return isSequential() && bare.level() == Level.MUST;
    }

    /** What is seen after a number of pairs; only where pairs say something. */
    IntFunction<Contrast> contrasts() {
        return pairs().contrasts();
    }

    /** The values of both arms; {@code null} where the change is picked from many. */
    @Nullable
    PairedSample sample() {
        return pairs().sample();
    }

    /** The candidacy with the growth that {@code n} pairs show, if they show one. */
    Candidacy shown(int n) {
        if (paired == null) {
            return bare;
        }
        return new Candidacy(
                bare.rule(),
                bare.criterion(),
                bare.level(),
                bare.measurement(),
                paired.growth(paired.contrasts().apply(n)),
                bare.baselineName(),
                null);
    }

    private PairedGrowth pairs() {
        if (paired == null) {
            throw new IllegalStateException(bare.criterion().text() + ": no pairs speak of it");
        }
        return paired;
    }
}
