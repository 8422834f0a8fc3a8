package dev.flamegate.gate;

import java.time.Duration;

/** Progress of one trial among several: adds what the trials still to come will take. */
final class TrialProgress implements StageProgress {
    /** Start, waits and stop of one trial, as people will see them. */
    private static final Duration OVERHEAD = Duration.ofSeconds(4);

    private final Progress progress;
    private final int number;
    private final int trials;
    private final Duration warmUp;
    private final Duration measure;

    TrialProgress(Progress progress, int number, int trials, Duration warmUp, Duration measure) {
        this.progress = progress;
        this.number = number;
        this.trials = trials;
        this.warmUp = warmUp;
        this.measure = measure;
    }

    @Override
    public void stage(String stage, Duration left) {
        Duration rest = switch (stage) {
            case "starting" -> OVERHEAD.plus(warmUp).plus(measure);
            case "warming up" -> left.plus(measure).plus(OVERHEAD.dividedBy(2));
            case "measuring" -> left.plus(OVERHEAD.dividedBy(2));
            default -> OVERHEAD.dividedBy(2);
        };
        Duration later = OVERHEAD.plus(warmUp).plus(measure).multipliedBy(trials - number);
        progress.stage("trial " + number + " of " + trials + ": " + stage, rest.plus(later));
    }

    @Override
    public void detail(String detail) {
        progress.detail(detail);
    }
}
