package dev.flamegate.model;

/**
 * A confidence interval.
 *
 * @param low lower bound; may be negative infinity
 * @param high upper bound, at least {@code low}; may be infinity
 * @param confidence in [0, 1], two-sided
 */
public record Interval(double low, double high, double confidence) {
    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("[" + low + ", " + high + "]: an interval's bounds must be in order");
        }
        if (!(confidence >= 0 && confidence <= 1)) {
            throw new IllegalArgumentException(confidence + ": a confidence is in [0, 1]");
        }
    }
}
