package dev.flamegate.search.candidates;

import dev.flamegate.gate.ComparedPairs;
import dev.flamegate.gate.ComparisonLoop;
import dev.flamegate.gate.ComparisonLoop.Next;
import dev.flamegate.gate.PairMeasurement;
import dev.flamegate.gate.PairMeasurement.Arms;
import dev.flamegate.gate.WorkMeasurement;
import dev.flamegate.gate.measure.ArmFailed;
import dev.flamegate.model.Arm;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.runtime.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One of several candidates while they are measured in turns: its comparison with the baseline, and the decision
 * whether that goes on.
 */
final class Candidate implements SequentialHolm.Test {
    private final ArmSpec arm;
    private final String folder;
    private final Progress progress;
    private @Nullable Measured measured;
    private @Nullable String failure;
    private @Nullable Next ended;

    private record Measured(Arms arms, ComparedPairs pairs, ComparisonLoop loop, Function<String, Path> logs) {}

    /**
     * Starts a candidate without knowledge about it.
     *
     * @param folder name of the folder of its report
     * @param progress of the whole comparison
     */
    Candidate(ArmSpec arm, String folder, Progress progress) {
        this.arm = arm;
        this.folder = folder;
        this.progress = new Named(arm.called(), progress);
    }

    /** Passes on progress, with the candidate's name in front. */
    private record Named(String name, Progress progress) implements Progress {
        @Override
        public void stage(String stage, Duration left) {
            progress.stage(name + ", " + stage, left);
        }

        @Override
        public void detail(String detail) {
            progress.detail(detail);
        }

        @Override
        public void note(String message) {
            progress.note(name + ": " + message);
        }

        @Override
        public void warn(String message) {
            progress.warn(name + ": " + message);
        }
    }

    /** Notes that the candidate can be measured; stored pairs already count. */
    void prepared(Arms arms, ComparedPairs pairs, ComparisonLoop loop, Function<String, Path> logs) {
        measured = new Measured(arms, pairs, loop, logs);
        pairs.noteStored(progress);
    }

    /** Counts the candidate's work, if that is wanted. */
    void count(WorkMeasurement work) throws InterruptedException {
        Measured its = measured();
        work.count(its.arms(), its.pairs(), its.logs().apply("work"), its.pairs()::isSettled);
        if (work.isAlone() && its.pairs().isCounted()) {
            end(Next.DECIDED);
        }
    }

    /** Notes that the candidate cannot be measured, or no longer. */
    void failed(RuntimeException why) {
        String message = message(why);
        failure = message;
        progress.warn(message);
        end(Next.UNFIT);
    }

    /** The message, without the word for the arm that failed if that is this candidate. */
    private static String message(RuntimeException why) {
        Throwable cause = why.getCause();
        return why instanceof ArmFailed failed && failed.arm() == Arm.CANDIDATE && cause != null
                ? String.valueOf(cause.getMessage())
                : String.valueOf(why.getMessage());
    }

    private void end(Next how) {
        ended = how;
        if (measured != null) {
            measured.arms().runner().close();
        }
    }

    /**
     * True if another pair of the candidate is to be measured; the pair then begins now.
     *
     * @param pairs measured of all candidates, now or before
     */
    boolean goesOn(int pairs) {
        if (ended == null) {
            Next next = loop().next(pairs, pairs().decided());
            if (next != Next.PAIR) {
                end(next);
            }
        }
        return ended == null;
    }

    /** True if the candidate's measurement is over after what is known now. */
    boolean isOver() {
        return ended != null || pairs().decided();
    }

    /**
     * Measures a pair.
     *
     * @param following whose turn is probably next
     */
    void measure(PairMeasurement measurement, Candidate following) throws InterruptedException {
        Measured its = measured();
        // Its own next pair comes after the one that is measured now.
        int next = following.count() + (following == this ? 2 : 1);
        measurement.measure(
                its.arms(), its.pairs(), its.loop(), its.logs(), () -> following.startAhead(next), progress);
        its.pairs().standing().ifPresent(progress::note);
    }

    private void startAhead(int pair) {
        Measured its = measured();
        its.arms().runner().prepare(its.logs().apply("pair-" + pair));
    }

    /** Ends the starts that were made ahead. */
    void close() {
        if (measured != null) {
            measured.arms().runner().close();
        }
    }

    private Measured measured() {
        return Objects.requireNonNull(measured, "it can be measured");
    }

    Arms arms() {
        return measured().arms();
    }

    ComparedPairs pairs() {
        return measured().pairs();
    }

    /** The loop that decides whether another pair is measured. */
    ComparisonLoop loop() {
        return measured().loop();
    }

    /** The number of the candidate's pairs, measured now or before. */
    int count() {
        return measured == null ? 0 : pairs().count();
    }

    /** The time for the pairs up to the candidate's next look; zero when it is over. */
    Duration needed() {
        return isOver() ? Duration.ZERO : loop().needed(pairs().missing());
    }

    /** True if the candidate stopped because the time budget ran out. */
    boolean isOutOfTime() {
        return ended == Next.OUT_OF_TIME;
    }

    /** The reason why the candidate cannot be measured; empty if it can. */
    Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    ArmSpec arm() {
        return arm;
    }

    String folder() {
        return folder;
    }

    @Override
    public boolean isRejected() {
        return measured != null && pairs().isRejected();
    }

    @Override
    public void spend(double error) {
        if (measured != null && failure == null) {
            pairs().spend(error);
        }
    }
}
