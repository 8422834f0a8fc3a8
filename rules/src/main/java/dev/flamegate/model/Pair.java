package dev.flamegate.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one pair of a comparison was measured: a trial of each arm, loaded in turns.
 *
 * @param number from 1
 * @param order whose turn each block of load was; both arms have one at least
 * @param invalid why the pair does not count, a clause for people, found in how it was measured and never in its
 *     outcome; {@code null} when it counts
 * @param warnings about the pair as a whole
 */
public record Pair(int number, List<Arm> order, @Nullable String invalid, List<Warning> warnings) {
    public Pair {
        if (number < 1) {
            throw new IllegalArgumentException(number + ": pairs are numbered from 1");
        }
        order = List.copyOf(order);
        if (!order.contains(Arm.BASELINE) || !order.contains(Arm.CANDIDATE)) {
            throw new IllegalArgumentException(order + ": both arms have a block of load in a pair");
        }
        warnings = List.copyOf(warnings);
    }

    /** The same pair under another number. */
    public Pair numbered(int other) {
        return new Pair(other, order, invalid, warnings);
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
