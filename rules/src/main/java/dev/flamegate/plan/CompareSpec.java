package dev.flamegate.plan;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How two builds are held against each other.
 *
 * @param baseline the arm to hold against; {@code null} when the plan names none
 * @param candidate the arm that is judged; {@code null} when the plan names none
 * @param budget time by which the comparison ends, decided or not; above 0
 * @param blocks blocks of load per arm and pair, 1 to {@value #MOST_BLOCKS}
 */
public record CompareSpec(
        @Nullable ArmSpec baseline, @Nullable ArmSpec candidate, Duration budget, int blocks) {
    /** More blocks of one start say little about other starts, which is what differs. */
    public static final int MOST_BLOCKS = 10;

    public CompareSpec {
        if (budget.isNegative() || budget.isZero()) {
            throw new IllegalArgumentException(budget + ": the budget of a comparison is above 0");
        }
        if (blocks < 1 || blocks > MOST_BLOCKS) {
            throw new IllegalArgumentException(blocks + ": a pair has 1 to " + MOST_BLOCKS + " blocks per arm");
        }
    }
}
