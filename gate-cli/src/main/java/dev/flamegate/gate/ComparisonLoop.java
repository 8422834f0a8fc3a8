package dev.flamegate.gate;

import dev.flamegate.format.Numbers;
import dev.flamegate.gate.events.EventStage;
import dev.flamegate.gate.measure.CountStage;
import dev.flamegate.gate.measure.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Says after each pair whether a comparison goes on: until its rules are decided, another pair would not fit into its
 * budget, too many pairs in a row do not count, or an arm answers nothing. How long the next pair will take is known from
 * the latest ones, and from the plan only as long as there is none.
 */
final class ComparisonLoop {
    /** After this many pairs in a row that do not count, the machine is not fit to measure on. */
    private static final int MOST_UNFIT = 3;

    /** As many of the latest pairs say how long the next one takes; earlier ones may have pulled an image. */
    private static final int LATEST = 3;

    /** A pair may take a little longer than the longest of those: its warm-up ends when it is flat. */
    private static final double ALLOWANCE = 1.05;

    /** What comes next. */
    enum Next {
        /** Another pair. */
        PAIR,
        /** The end: more pairs would change nothing that the build waits for. */
        DECIDED,
        /** The end: another pair would not fit into the budget. */
        OUT_OF_TIME,
        /** The end: what is measured of these arms, or on this machine now, does not count. */
        UNFIT
    }

    private final Time time;
    private final Duration budget;
    private Duration planned;
    private boolean fromOthers;
    private final List<Duration> taken;
    private Duration counting = CountStage.USUAL;
    private int countings;
    private Duration recording = EventStage.USUAL;
    private final long began;
    private long pairBegan;
    private int unfitInARow;
    private boolean warned;

    /**
     * A loop that begins now.
     *
     * @param budget time in which it ends; the first pair of two builds is measured whatever it takes
     * @param planned what a pair takes as far as the plan tells
     * @param taken what the pairs of these two builds took that were measured before, in their order, without what is
     *     counted and recorded after them
     */
    ComparisonLoop(Time time, Duration budget, Duration planned, List<Duration> taken) {
        this.time = time;
        this.budget = budget;
        this.planned = planned;
        this.taken = new ArrayList<>(taken);
        this.began = time.nanos();
        this.pairBegan = began;
    }

    /**
     * What comes next; a pair begins now.
     *
     * @param pairs measured so far, now or before
     * @param decided whether the judge has seen enough
     */
    Next next(int pairs, boolean decided) {
        if (decided) {
            return Next.DECIDED;
        } else if (unfitInARow >= MOST_UNFIT) {
            return Next.UNFIT;
        } else if (pairs > 0 && left().compareTo(expected()) < 0) {
            return Next.OUT_OF_TIME;
        }
        pairBegan = time.nanos();
        return Next.PAIR;
    }

    /**
     * Notes that the pair that was begun last is measured, stored and judged.
     *
     * @param counts whether it counts
     * @param counted for how long calls were counted in it; zero where they were not
     * @param recorded for how long events were recorded, likewise
     */
    void measured(boolean counts, Duration counted, Duration recorded) {
        unfitInARow = counts ? 0 : unfitInARow + 1;
        taken.add(Duration.ofNanos(time.nanos() - pairBegan).minus(counted).minus(recorded));
        if (!counted.isZero()) {
            counting = counted;
        }
        if (!recorded.isZero()) {
            recording = recorded;
        }
    }

    /** Notes that more pairs would be measured in vain: no request of an arm succeeds. */
    void giveUp() {
        unfitInARow = MOST_UNFIT;
    }

    /** Whether there is time to record events in the pair that begins, besides what else is done in it. */
    boolean recordsNow() {
        return left().compareTo(needed(1).plus(recording)) >= 0;
    }

    /** Notes in how many of the next pairs calls are to be counted, where the time is enough. */
    void counts(int pairs) {
        countings = pairs;
    }

    /** Whether calls are counted in the pair that begins: there is time for that besides the pair. */
    boolean countsNow() {
        return countings > 0 && left().compareTo(needed(1)) >= 0;
    }

    /** Notes what a pair of another candidate took, which says more than the plan as long as there is none of this one. */
    void measuredAnother(Duration took) {
        planned = took;
        fromOthers = true;
    }

    /** What the pair that was measured last took; there is one. */
    Duration lastTook() {
        return taken.get(taken.size() - 1);
    }

    /** Time left of the budget; negative when it is over. */
    Duration left() {
        return budget.minusNanos(time.nanos() - began);
    }

    /**
     * What the next pair takes without counting: a little more than the longest of the latest pairs; before the first, what
     * the plan tells.
     */
    Duration expected() {
        return taken.isEmpty()
                ? planned
                : Duration.ofNanos((long) (Collections.max(latest()).toNanos() * ALLOWANCE));
    }

    /**
     * A sentence for people if the budget ends before the next look; said once, as soon as it is known.
     *
     * @param look how many pairs count at that look
     * @param missing how many of them are still to be measured, above 0
     */
    Optional<String> shortage(int look, int missing) {
        if (warned || left().compareTo(needed(missing)) >= 0) {
            return Optional.empty();
        }
        warned = true;
        return Optional.of("the budget of " + Numbers.duration(budget) + " ends before the next look, which is after "
                + look + " pairs: " + pairs(missing) + " more of " + each() + " take "
                + Numbers.duration(needed(missing)) + ". Set " + option(missing, budget.minus(left()))
                + ", or run it again: pairs measured until then count");
    }

    /** A sentence for people who read that it ended for want of time; see {@link #shortage}. */
    String outOfTime(int look, int missing) {
        return outOfTime(look, missing, Duration.ZERO);
    }

    /**
     * The same for one of several candidates.
     *
     * @param others what pairs of the others take that are missing too
     */
    String outOfTime(int look, int missing, Duration others) {
        Duration rest = left().isNegative() ? Duration.ZERO : left();
        return "it ended before it was decided: " + Numbers.duration(rest) + " of the budget of "
                + Numbers.duration(budget) + " are left, and a pair takes " + each() + ". The next look is after "
                + look + " pairs: run it again with " + option(missing, others)
                + " or more; the pairs so far count";
    }

    /** What the missing pairs take, with the counting of calls. */
    Duration needed(int missing) {
        return expected().multipliedBy(missing).plus(counting.multipliedBy(Math.min(missing, countings)));
    }

    private List<Duration> latest() {
        return taken.subList(Math.max(0, taken.size() - LATEST), taken.size());
    }

    private static String pairs(int number) {
        return number == 1 ? "1 pair" : number + " pairs";
    }

    /** {@code 3 min 16 s (by the latest 3)}. */
    private String each() {
        int seen = latest().size();
        return seen == 0
                ? "about " + Numbers.duration(planned)
                        + (fromOthers
                                ? " (as one of another candidate did)"
                                : " (by the plan, without what the two arms take to start)")
                : Numbers.duration(Collections.max(latest()))
                        + (seen == 1 ? " (as the last one did)" : " (the longest of the last " + seen + ")");
    }

    /** The budget that the missing pairs need, as an option, in whole minutes. */
    private String option(int missing, Duration spent) {
        return "--budget "
                + Math.max(1, (long) Math.ceil(needed(missing).plus(spent).toMillis() / 60_000.0)) + "m";
    }
}
