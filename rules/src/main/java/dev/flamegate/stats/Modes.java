package dev.flamegate.stats;

import dev.flamegate.model.Looks;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.HypergeometricDistribution;

/**
 * Which restarts of two arms were slow ones. They are told from the usual ones by the values of their own arm; the
 * other arm only says which of two parts is the usual one.
 */
public final class Modes {
    /** A slow restart is slower than the usual ones by this factor at least (natural logarithm). */
    private static final double MIN_DISTANCE = Math.log(1.25);

    /** And by this many standard deviations of restarts of one mode. */
    private static final double MIN_SEPARATION = 5;

    /** Level of {@link #isMoreOften}. */
    private static final double DOUBT_LEVEL = 0.05;

    /** What a restart was. */
    private enum Mode {
        USUAL,
        SLOW,
        /** Far below the usual ones, and few: a freak that says nothing of them. */
        FAST
    }

    private final Mode[] baseline;
    private final Mode[] candidate;
    private final double distance;
    private final boolean ambiguous;

    private Modes(Mode[] baseline, Mode[] candidate, double distance, boolean ambiguous) {
        this.baseline = baseline;
        this.candidate = candidate;
        this.distance = distance;
        this.ambiguous = ambiguous;
    }

    /** All of {@code n} restarts on each side alike. */
    public static Modes none(int n) {
        return new Modes(usual(n), usual(n), 0, false);
    }

    /**
     * Sorts the restarts of each arm into usual and slow ones.
     *
     * @param baseline logarithms, one per pair
     * @param candidate likewise
     * @param step between a value and the next one that can be measured, on the same scale; 0 for exact values. Equal values are
     *     then no proof of a small scatter, and neighbours no two modes.
     */
    static Modes of(double[] baseline, double[] candidate, double step) {
        int n = baseline.length;
        if (n < Looks.MIN_PAIRS) {
            return none(n);
        }
        Split before = Split.of(baseline);
        Split after = Split.of(candidate);
        double sd = Math.sqrt((before.squares() + after.squares()) / (2 * n - 4));
        double needed = Math.max(MIN_DISTANCE + step, MIN_SEPARATION * Math.max(sd, step / Math.sqrt(12)));
        boolean splitBefore = before.distance() >= needed;
        boolean splitAfter = after.distance() >= needed;
        if (!splitBefore && !splitAfter) {
            return none(n);
        }
        return new Modes(
                splitBefore ? sort(baseline, before, after.usual(splitAfter)) : usual(n),
                splitAfter ? sort(candidate, after, before.usual(splitBefore)) : usual(n),
                ((splitBefore ? before.distance() : 0) + (splitAfter ? after.distance() : 0))
                        / (splitBefore && splitAfter ? 2 : 1),
                splitBefore && !splitAfter && before.isUpper(after.median()));
    }

    /** Names the two parts: the upper one is slow, unless the other arm is there too and the lower one is small. */
    private static Mode[] sort(double[] values, Split split, double otherArm) {
        boolean freaks = split.isLowerSmall() && split.isUpper(otherArm);
        Mode[] modes = usual(values.length);
        for (int i = 0; i < modes.length; i++) {
            boolean upper = split.hasAbove(values[i]);
            if (freaks && !upper) {
                modes[i] = Mode.FAST;
            } else if (!freaks && upper) {
                modes[i] = Mode.SLOW;
            }
        }
        return modes;
    }

    /** Whether the restarts of a pair, counted from 0, were both usual, or both slow. */
    public boolean areAlike(int pair) {
        return baseline[pair] == candidate[pair];
    }

    /** Pairs whose restarts were both usual, or both slow. */
    public int alike() {
        return (int) IntStream.range(0, restarts()).filter(this::areAlike).count();
    }

    /**
     * Whether all of the candidate's restarts are where the baseline's slow ones are: a growth, or a few slow
     * restarts in a row.
     */
    public boolean isAmbiguous() {
        return ambiguous;
    }

    /** Restarts on each side. */
    public int restarts() {
        return baseline.length;
    }

    /** Slow restarts of the baseline. */
    public int slowBaseline() {
        return slow(baseline);
    }

    /** Slow restarts of the candidate. */
    public int slowCandidate() {
        return slow(candidate);
    }

    /** Whether any restart was slow. */
    public boolean any() {
        return slowBaseline() + slowCandidate() > 0;
    }

    /** How many times the usual value a slow restart had, on average; 1 when there was none. */
    public double factor() {
        return any() ? Math.exp(distance) : 1;
    }

    /**
     * One-sided p value of "both arms are slow equally often" against "the candidate more often": Fisher's exact
     * test.
     */
    public double pMoreOften() {
        int slowCandidate = slowCandidate();
        if (slowCandidate == 0) {
            return 1;
        }
        int n = restarts();
        return HypergeometricDistribution.of(2 * n, n, slowBaseline() + slowCandidate)
                .survivalProbability(slowCandidate - 1);
    }

    /**
     * Whether the candidate was slow more often than is worth being silent about: twice where the baseline never
     * was, or more often by the test at {@value #DOUBT_LEVEL}.
     */
    public boolean isMoreOften() {
        return (slowBaseline() == 0 && slowCandidate() >= 2) || pMoreOften() <= DOUBT_LEVEL;
    }

    private static Mode[] usual(int n) {
        Mode[] modes = new Mode[n];
        Arrays.fill(modes, Mode.USUAL);
        return modes;
    }

    private static int slow(Mode[] modes) {
        int slow = 0;
        for (Mode mode : modes) {
            slow += mode == Mode.SLOW ? 1 : 0;
        }
        return slow;
    }
}
