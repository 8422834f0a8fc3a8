package dev.flamegate.gate;

import java.time.Duration;

/** Progress of one pair: the time left is that of the pair, and at most that of the budget. */
final class PairProgress implements StageProgress {
    private final Progress progress;
    private final int number;
    private final Duration budget;
    private final long ends;

    PairProgress(Progress progress, int number, Duration budget, Duration pair) {
        this.progress = progress;
        this.number = number;
        this.budget = budget;
        this.ends = System.nanoTime() + pair.toNanos();
    }

    @Override
    public void stage(String stage, Duration left) {
        Duration pairLeft = Duration.ofNanos(Math.max(0, ends - System.nanoTime()));
        progress.stage("pair " + number + ": " + stage, pairLeft.compareTo(budget) < 0 ? pairLeft : budget);
    }

    @Override
    public void detail(String detail) {
        progress.detail(detail);
    }
}
