package dev.flamegate.gate;

import dev.flamegate.format.Numbers;
import dev.flamegate.gate.measure.PairStage;
import dev.flamegate.gate.measure.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Says after each pair whether a comparison goes on: until its rules are decided, another pair would not fit into its
 * budget, too many pairs in a row do not count, or an arm answers nothing. The duration of the next pair is estimated
 * from the latest ones; before the first, from the plan.
 */
public final class ComparisonLoop {
    /** The number of pairs in a row that may fail to count before the machine is considered unfit to measure on. */
    private static final int MOST_UNFIT = 3;

    /** The number of latest pairs that predict the duration of the next one; earlier ones may have pulled an image. */
    private static final int LATEST = 3;

    /** A pair may take this much longer than the longest of the latest ones, since its warm-up ends when it is flat. */
    private static final double ALLOWANCE = 1.05;

    public enum Next {
        PAIR,
        /** The end: more pairs would change nothing that the build waits for. */
        DECIDED,
        /** The end: another pair would not fit into the budget. */
        OUT_OF_TIME,
        /** The end: measurements of these arms, or on this machine now, do not count. */
        UNFIT
    }

    private final Time time;
    private final Duration budget;
    private Duration plannedPair;
    private boolean fromOthers;
    private final List<Duration> taken;
    private final Map<PairStage, Duration> stages = new LinkedHashMap<>();
    private final long began;
    private long pairBegan;
    private int unfitInARow;
    private boolean warned;

    /**
     * A loop that begins now.
     *
     * @param budget time in which it ends; the first pair of two builds is measured whatever it takes
     * @param planned what a pair takes as far as the plan tells
     * @param taken what the pairs of these two builds took that were measured before, in their order, without the
     *     stages after their last blocks
     */
    public ComparisonLoop(Time time, Duration budget, Duration planned, List<Duration> taken) {
        this.time = time;
        this.budget = budget;
        this.plannedPair = planned;
        this.taken = new ArrayList<>(taken);
        this.began = time.nanos();
        this.pairBegan = began;
    }

    /**
     * Decides about another pair, which begins now if there is one.
     *
     * @param pairs measured so far, now or before
     * @param decided whether the judge has seen enough
     */
    public Next next(int pairs, boolean decided) {
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

    /** Restarts the clock of the current pair, whose first attempt was given up and foretells nothing. */
    public void startedOver() {
        pairBegan = time.nanos();
    }

    /**
     * Notes that the pair that was begun last is measured, stored and judged.
     *
     * @param counts whether it counts
     * @param after what each stage took that ran after its last block
     */
    public void measured(boolean counts, Map<PairStage, Duration> after) {
        unfitInARow = counts ? 0 : unfitInARow + 1;
        Duration more = after.values().stream().reduce(Duration.ZERO, Duration::plus);
        taken.add(Duration.ofNanos(time.nanos() - pairBegan).minus(more));
        stages.putAll(after);
    }

    /** Notes that more pairs would be useless: no request of an arm succeeds. */
    public void giveUp() {
        unfitInARow = MOST_UNFIT;
    }

    /**
     * The stages that there is time for after the pair that begins, in addition to each other and to the pairs that
     * decide: an explanation never takes the place of evidence.
     *
     * @param missing how many pairs these are, with the one that begins
     */
    public List<PairStage> fitting(List<PairStage> wanted, int missing) {
        List<PairStage> fitting = new ArrayList<>();
        Duration needed = needed(missing);
        for (PairStage stage : wanted) {
            Duration more = needed.plus(stages.getOrDefault(stage, stage.usual()));
            if (left().compareTo(more) >= 0) {
                fitting.add(stage);
                needed = more;
            }
        }
        return fitting;
    }

    /**
     * Notes the duration of another candidate's pair: until this one's first pair, a better estimate than the plan's.
     */
    public void measuredAnother(Duration took) {
        plannedPair = took;
        fromOthers = true;
    }

    /** The duration of the latest pair; fails before the first. */
    public Duration lastTook() {
        return taken.get(taken.size() - 1);
    }

    /** Time left of the budget; negative when it is over. */
    public Duration left() {
        return budget.minusNanos(time.nanos() - began);
    }

    /**
     * The expected time of the next pair up to its last block: a little more than the longest of the latest pairs;
     * before the first, the plan's estimate.
     */
    public Duration expected() {
        return taken.isEmpty()
                ? plannedPair
                : Duration.ofNanos((long) (Collections.max(latest()).toNanos() * ALLOWANCE));
    }

    /**
     * A sentence for people if the budget ends before the next look; said once, as soon as it is known.
     *
     * @param look how many pairs count at that look
     * @param missing how many of them are still to be measured, above 0
     */
    public Optional<String> shortage(int look, int missing) {
        if (warned || left().compareTo(needed(missing)) >= 0) {
            return Optional.empty();
        }
        warned = true;
        return Optional.of("the budget of " + Numbers.duration(budget) + " ends before the next look, which is after "
                + look + " pairs: " + pairs(missing) + " more of " + each() + " take "
                + Numbers.duration(needed(missing)) + ". Set " + option(missing, budget.minus(left()))
                + ", or run it again: pairs measured until then count");
    }

    /** Sentence for the report: the time budget ran out; see {@link #shortage}. */
    public String outOfTime(int look, int missing) {
        return outOfTime(look, missing, Duration.ZERO);
    }

    /**
     * Sentence for the report on one of several candidates: the time budget ran out.
     *
     * @param others what pairs of the others take that are missing too
     */
    public String outOfTime(int look, int missing, Duration others) {
        Duration rest = left().isNegative() ? Duration.ZERO : left();
        return "it ended before it was decided: " + Numbers.duration(rest) + " of the budget of "
                + Numbers.duration(budget) + " are left, and a pair takes " + each() + ". The next look is after "
                + look + " pairs: run it again with " + option(missing, others)
                + " or more; the pairs so far count";
    }

    /** The expected time of the missing pairs. */
    public Duration needed(int missing) {
        return expected().multipliedBy(missing);
    }

    private List<Duration> latest() {
        return taken.subList(Math.max(0, taken.size() - LATEST), taken.size());
    }

    private static String pairs(int number) {
        return number == 1 ? "1 pair" : number + " pairs";
    }

    /** The time of a pair in words: {@code 3 min 16 s (by the latest 3)}. */
    private String each() {
        int seen = latest().size();
        return seen == 0
                ? "about " + Numbers.duration(plannedPair)
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
