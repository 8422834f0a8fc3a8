package dev.flamegate.judge;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Step;
import dev.flamegate.model.Warning;
import dev.flamegate.stats.Contrast;
import dev.flamegate.stats.HodgesLehmann;
import dev.flamegate.stats.Modes;
import dev.flamegate.stats.PairedSample;
import dev.flamegate.stats.SignFlip;
import dev.flamegate.stats.Standing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What people should know beside a decision on pairs: slow restarts, and whether other methods disagree. */
final class PairedWarnings {
    /** A growth that could as well be a play of signs at this level is doubted. */
    private static final double SIGN_LEVEL = 0.1;

    private PairedWarnings() {}

    static List<Warning> of(@Nullable PairedSample sample, Contrast contrast, Standing standing) {
        List<Warning> warnings = new ArrayList<>();
        Modes modes = contrast.paired().modes();
        if (modes.any()) {
            warnings.add(new Warning("slow-restarts", modes(modes)));
        }
        if (sample == null || !standing.step().isDecided()) {
            return warnings;
        }
        List<Double> differences = sample.differences();
        double robust = HodgesLehmann.estimate(differences);
        boolean failed = standing.step() == Step.FAIL;
        if (failed ? robust <= 0 : robust >= contrast.harmless()) {
            warnings.add(new Warning(
                    "hodges-lehmann",
                    "the Hodges-Lehmann estimate over all pairs disagrees: " + signed(robust)
                            + " where the decision saw "
                            + signed(contrast.change().estimate())));
        }
        if (failed && differences.size() <= SignFlip.MAX && SignFlip.p(differences) > SIGN_LEVEL) {
            warnings.add(new Warning(
                    "sign-flip",
                    "an exact permutation test over all pairs sees no growth (p = "
                            + Numbers.number(SignFlip.p(differences), 2) + ")"));
        }
        return warnings;
    }

    /** Slow restarts in words. */
    static String modes(Modes modes) {
        return "slow restarts: " + modes.slowBaseline() + " of " + modes.restarts() + " of the baseline, "
                + modes.slowCandidate() + " of " + modes.restarts() + " of the candidate, at "
                + Numbers.number(modes.factor(), 2) + " times";
    }

    private static String signed(double difference) {
        return (difference > 0 ? "+" : "") + Numbers.number(difference, 3);
    }
}
