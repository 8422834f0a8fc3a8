package dev.flamegate.gate;

import dev.flamegate.gate.ComparisonLoop.Next;
import dev.flamegate.gate.PairMeasurement.Arms;
import dev.flamegate.gate.measure.ArmFailed;
import dev.flamegate.judge.SequentialJudge;
import dev.flamegate.model.Arm;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.runtime.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One of several candidates while they are measured in turns: its comparison with the baseline, and whether that goes on. */
final class Candidate implements SequentialJudge.Sharing {
    private final ArmSpec arm;
    private final String folder;
    private final Progress progress;
    private @Nullable Measured measured;
    private @Nullable String failure;
    private @Nullable Next ended;

    /** What can be measured of it. */
    private record Measured(Arms arms, ComparedPairs pairs, ComparisonLoop loop, Function<String, Path> logs) {}

    /**
     * A candidate that nothing is known of.
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

    /** It can be measured; pairs that are stored already count. */
    void prepared(Arms arms, ComparedPairs pairs, ComparisonLoop loop, Function<String, Path> logs) {
        measured = new Measured(arms, pairs, loop, logs);
        pairs.noteStored(progress);
    }

    /** It cannot be measured, or no longer. */
    void failed(RuntimeException why) {
        String message = message(why);
        failure = message;
        progress.warn(message);
        end(Next.UNFIT);
    }

    /** Without the word for the arm that failed, if that is this one. */
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
     * Whether another pair of it is measured, which begins now.
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

    /** Whether it is measured at all after what is known now. */
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

    /** Ends what was started ahead. */
    void close() {
        if (measured != null) {
            measured.arms().runner().close();
        }
    }

    private Measured measured() {
        return Objects.requireNonNull(measured, "it can be measured");
    }

    /** What is measured of it. */
    Arms arms() {
        return measured().arms();
    }

    /** Its pairs. */
    ComparedPairs pairs() {
        return measured().pairs();
    }

    /** Says whether it goes on. */
    ComparisonLoop loop() {
        return measured().loop();
    }

    /** How many pairs were measured of it, now or before. */
    int count() {
        return measured == null ? 0 : pairs().count();
    }

    /** What the pairs up to its next look take; nothing when it is over. */
    Duration needed() {
        return isOver() ? Duration.ZERO : loop().needed(pairs().missing());
    }

    /** Whether it ended for want of time. */
    boolean isOutOfTime() {
        return ended == Next.OUT_OF_TIME;
    }

    /** Why it cannot be measured; empty if it can. */
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
