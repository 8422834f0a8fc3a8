package dev.flamegate.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one pair of a comparison was measured: a trial of each arm, loaded in turns.
 *
 * @param number from 1
 * @param launchedFirst the arm that was started first; the baseline in pairs that versions before 0.2 stored
 * @param order whose turn each block of load was; at least one for each arm
 * @param invalid why the pair does not count, a clause for people, based on how it was measured and never on its
 *     outcome; {@code null} when it counts
 * @param unsound the arm whose measurement alone is unsound, which is why the pair does not count; {@code null} in all
 *     other cases
 * @param warnings about the pair as a whole
 */
public record Pair(
        int number,
        Arm launchedFirst,
        List<Arm> order,
        @Nullable String invalid,
        @Nullable Arm unsound,
        List<Warning> warnings) {
    public Pair {
        if (number < 1) {
            throw new IllegalArgumentException(number + ": pairs are numbered from 1");
        }
        order = List.copyOf(order);
        if (!order.contains(Arm.BASELINE) || !order.contains(Arm.CANDIDATE)) {
            throw new IllegalArgumentException(order + ": each arm needs a block of load in a pair");
        }
        warnings = List.copyOf(warnings);
    }

    /** A pair whose baseline was started first. */
    public Pair(int number, List<Arm> order, @Nullable String invalid, List<Warning> warnings) {
        this(number, Arm.BASELINE, order, invalid, null, warnings);
    }

    /** The same pair under another number. */
    public Pair numbered(int other) {
        return new Pair(other, launchedFirst, order, invalid, unsound, warnings);
    }

    /**
     * The same pair, which does not count.
     *
     * @param reason a clause for people
     * @param arm the only one to blame; {@code null} for both or none
     */
    public Pair without(String reason, @Nullable Arm arm) {
        return new Pair(number, launchedFirst, order, reason, arm, warnings);
    }

    /** Whether the pair counts. */
    public boolean valid() {
        return invalid == null;
    }

    /** The arm that was loaded first. */
    public Arm first() {
        return order.get(0);
    }
}
