package dev.flamegate.cli.history;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Interval;
import dev.flamegate.model.finding.Verdict;
import java.util.Collection;

/**
 * How often comparisons of a build with itself failed: the rate of false alarms on the user's own services.
 *
 * @param failed how many
 * @param decided how many came to a verdict, at least {@code failed}
 */
public record FalseAlarms(int failed, int decided) {
    /** The tag of a comparison of a build with itself. */
    public static final String TAG = "sentinel";

    private static final double LEVEL = 0.95;
    private static final double NORMAL = 1.959964; // quantile of the normal distribution for LEVEL

    /** Counts the verdicts of such comparisons; one that was INVALID says nothing. */
    public static FalseAlarms of(Collection<Verdict> verdicts) {
        return new FalseAlarms(
                (int) verdicts.stream()
                        .filter(verdict -> verdict == Verdict.FAIL)
                        .count(),
                (int) verdicts.stream()
                        .filter(verdict -> verdict != Verdict.INVALID)
                        .count());
    }

    /** The interval of the rate: Wilson's score interval (1927), which holds for no failure at all, too. */
    Interval rate() {
        double n = decided;
        double square = NORMAL * NORMAL;
        double middle = (failed + square / 2) / (n + square);
        double half = NORMAL / (n + square) * Math.sqrt(failed * (n - failed) / n + square / 4);
        return new Interval(Math.max(0, middle - half), Math.min(1, middle + half), LEVEL);
    }

    /** {@code 1 of 14 unchanged builds failed: 7.1 % false alarms (95 % interval 1.3 % to 31.5 %)}; empty without any. */
    public String text() {
        return decided == 0
                ? ""
                : failed + " of " + Names.plural(decided, "unchanged build") + " failed: "
                        + Numbers.percent((double) failed / decided) + " false alarms ("
                        + Numbers.confidence(LEVEL) + " interval " + Numbers.percent(rate().low()) + " to "
                        + Numbers.percent(rate().high()) + ")";
    }
}
