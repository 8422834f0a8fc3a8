package dev.flamegate.gate.measure;

import dev.flamegate.plan.Plan;
import dev.flamegate.runtime.Progress;
import java.time.Duration;

/** Receives the progress of the measurement of one trial or pair. */
public interface StageProgress {
    /** A stage begins or goes on; {@code left} is the time left of the stage itself as far as known. */
    void stage(Stage stage, Duration left);

    /** What the present stage sees. */
    void detail(String detail);

    /** Progress of one trial of a run: the time left includes the trials still to come. */
    static StageProgress ofTrial(Progress progress, int number, Plan plan) {
        return new OfTrial(progress, number, plan);
    }

    /**
     * Progress of one pair of a comparison.
     *
     * @param budget time left of the whole comparison; no more is shown
     * @param pair what the pair takes at most
     */
    static StageProgress ofPair(Progress progress, int number, Duration budget, Duration pair, Time time) {
        long ends = time.nanos() + pair.toNanos();
        return new StageProgress() {
            @Override
            public void stage(Stage stage, Duration left) {
                Duration pairLeft = Duration.ofNanos(Math.max(0, ends - time.nanos()));
                progress.stage(
                        "pair " + number + ": " + stage.words(), pairLeft.compareTo(budget) < 0 ? pairLeft : budget);
            }

            @Override
            public void detail(String detail) {
                progress.detail(detail);
            }
        };
    }

    /** Of one trial among several. */
    final class OfTrial implements StageProgress {
        /** Start, waits and stop of one trial, as people will see them. */
        private static final Duration OVERHEAD = Duration.ofSeconds(4);

        private final Progress progress;
        private final int number;
        private final int trials;
        private final Duration warmUp;
        private final Duration measure;

        private OfTrial(Progress progress, int number, Plan plan) {
            this.progress = progress;
            this.number = number;
            this.trials = plan.trials();
            this.warmUp = plan.load().warmUp().atMost();
            this.measure = plan.load().measure();
        }

        @Override
        public void stage(Stage stage, Duration left) {
            Duration rest = switch (stage) {
                case START -> OVERHEAD.plus(warmUp).plus(measure);
                case HOOKS -> measure.plus(OVERHEAD.dividedBy(2));
                case WARM_UP -> left.plus(measure).plus(OVERHEAD.dividedBy(2));
                case MEASURE -> left.plus(OVERHEAD.dividedBy(2));
                case EVENTS, COUNT, STOP_LOAD, LAST_PROFILE, STOP_TARGET, ANALYSIS -> OVERHEAD.dividedBy(2);
            };
            Duration later = OVERHEAD.plus(warmUp).plus(measure).multipliedBy(trials - number);
            progress.stage("trial " + number + " of " + trials + ": " + stage.words(), rest.plus(later));
        }

        @Override
        public void detail(String detail) {
            progress.detail(detail);
        }
    }
}
