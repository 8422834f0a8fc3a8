package dev.flamegate.judge;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Step;
import dev.flamegate.model.message.Notice;
import dev.flamegate.stats.HodgesLehmann;
import dev.flamegate.stats.Modes;
import dev.flamegate.stats.PairedSample;
import dev.flamegate.stats.Sequential;
import dev.flamegate.stats.SignFlip;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks a decision on pairs: slow restarts, and methods that assume less. */
final class PairChecks {
    /** The level of the sign test above which a growth is doubted. */
    private static final double SIGN_LEVEL = 0.1;

    private PairChecks() {}

    /** The warnings that people should see next to the decision. */
    static List<Warning> warnings(@Nullable PairedSample sample, Sequential.Tested standing) {
        List<Warning> warnings = new ArrayList<>();
        Modes modes = standing.estimate().pairs().modes();
        if (modes.any()) {
            warnings.add(new Warning(Notice.SLOW_RESTARTS, modes(modes) + (sample == null ? "" : onAverage(sample))));
        }
        if (sample == null || !standing.step().isDecided()) {
            return warnings;
        }
        List<Double> differences = sample.differences();
        double robust = HodgesLehmann.estimate(differences);
        boolean failed = standing.step() == Step.FAIL;
        if (failed ? robust <= 0 : robust >= standing.estimate().limit()) {
            warnings.add(new Warning(
                    Notice.HODGES_LEHMANN,
                    "the Hodges-Lehmann estimate over all pairs disagrees: " + signed(robust)
                            + " where the decision saw "
                            + signed(standing.estimate().change().estimate())));
        }
        if (failed && differences.size() <= SignFlip.MAX && SignFlip.p(differences) > SIGN_LEVEL) {
            warnings.add(new Warning(
                    Notice.SIGN_FLIP,
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

    /** The growth over all restarts, which the decision leaves out as it is about restarts that are alike. */
    private static String onAverage(PairedSample sample) {
        double growth = sample.meanGrowth();
        return "; all restarts taken together, the candidate is on average " + Numbers.percent(Math.abs(growth))
                + (growth < 0 ? " better" : " worse");
    }

    private static String signed(double difference) {
        return (difference > 0 ? "+" : "") + Numbers.number(difference, 3);
    }
}
