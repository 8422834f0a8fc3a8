package dev.flamegate.gate;

import dev.flamegate.gate.measure.Time;
import java.time.Duration;

/**
 * Says after each pair whether a comparison goes on: until its rules are decided, its time is over, or too many pairs in a
 * row do not count.
 */
final class ComparisonLoop {
    /** After this many pairs in a row that do not count, the machine is not fit to measure on. */
    private static final int MOST_UNFIT = 3;

    /** What comes next. */
    enum Next {
        /** Another pair. */
        PAIR,
        /** The end: more pairs would change nothing that the build waits for. */
        DECIDED,
        /** The end: another pair would not fit into the budget. */
        OUT_OF_TIME,
        /** The end: what is measured on this machine now does not count. */
        UNFIT
    }

    private final Time time;
    private final Duration budget;
    private final Duration pair;
    private final long began;
    private int unfitInARow;

    /**
     * A loop that begins now.
     *
     * @param budget time after which no further pair is begun; the first is always measured
     * @param pair what one takes at most
     */
    ComparisonLoop(Time time, Duration budget, Duration pair) {
        this.time = time;
        this.budget = budget;
        this.pair = pair;
        this.began = time.nanos();
    }

    /**
     * What comes next.
     *
     * @param pairs measured so far, now or before
     * @param decided whether the judge has seen enough
     */
    Next next(int pairs, boolean decided) {
        if (decided) {
            return Next.DECIDED;
        } else if (pairs > 0 && left().compareTo(pair) < 0) {
            return Next.OUT_OF_TIME;
        }
        return unfitInARow >= MOST_UNFIT ? Next.UNFIT : Next.PAIR;
    }

    /** Notes a pair that was measured, and whether it counts. */
    void measured(boolean counts) {
        unfitInARow = counts ? 0 : unfitInARow + 1;
    }

    /** Time left of the budget; negative when it is over. */
    Duration left() {
        return budget.minusNanos(time.nanos() - began);
    }
}
