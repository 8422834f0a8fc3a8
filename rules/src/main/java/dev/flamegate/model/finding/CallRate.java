package dev.flamegate.model.finding;

import dev.flamegate.model.Interval;
import org.jspecify.annotations.Nullable;

/**
 * The frequency of a method's calls for each request in the two builds of a comparison.
 *
 * @param baseline calls per request there
 * @param candidate calls per request now
 * @param ratio how many times as often; {@code null} if the baseline never called it
 * @param interval of {@code ratio}; {@code null} when {@code ratio} is
 * @param more whether it is shown to be called more often
 */
public record CallRate(
        double baseline,
        double candidate,
        @Nullable Double ratio,
        @Nullable Interval interval,
        boolean more) {
    /** Ratios closer to 1 than this make no difference: 1.1 and its inverse. */
    public static final double LEAST_RATIO = 1.1;

    /** True if the method is shown to be called equally often, or nearly so. */
    public boolean asOften() {
        return interval != null && interval.low() > 1 / LEAST_RATIO && interval.high() < LEAST_RATIO;
    }
}
