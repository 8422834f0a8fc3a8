package dev.flamegate.judge;

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
import java.util.Locale;
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
                    String.format(
                            Locale.ROOT,
                            "the Hodges-Lehmann estimate over all pairs disagrees: %+.3g where the decision saw %+.3g",
                            robust,
                            contrast.change().estimate())));
        }
        if (failed && differences.size() <= SignFlip.MAX && SignFlip.p(differences) > SIGN_LEVEL) {
            warnings.add(new Warning(
                    "sign-flip",
                    String.format(
                            Locale.ROOT,
                            "an exact permutation test over all pairs sees no growth (p = %.2g)",
                            SignFlip.p(differences))));
        }
        return warnings;
    }

    /** Slow restarts in words. */
    static String modes(Modes modes) {
        return String.format(
                Locale.ROOT,
                "slow restarts: %d of %d of the baseline, %d of %d of the candidate, at %.2g times",
                modes.slowBaseline(),
                modes.restarts(),
                modes.slowCandidate(),
                modes.restarts(),
                modes.factor());
    }
}
