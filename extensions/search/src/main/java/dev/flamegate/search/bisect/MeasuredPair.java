package dev.flamegate.search.bisect;

/**
 * The result of one pair of builds.
 *
 * @param before number of the commit in the baseline's arm, or {@link #GOOD}
 * @param after number of the commit in the candidate's arm
 * @param growth how much worse it was than {@code before}, on a scale on which growths add up
 */
public record MeasuredPair(int before, int after, double growth) {
    /** The good build, which has no number. */
    public static final int GOOD = -1;

    public MeasuredPair {
        if (before < GOOD || after < 0 || !Double.isFinite(growth)) {
            throw new IllegalArgumentException(before + ", " + after + ", " + growth
                    + ": a pair is of two commits, the second not the good one, and its growth is finite");
        }
    }
}
