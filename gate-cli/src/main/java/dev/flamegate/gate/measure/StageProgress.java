package dev.flamegate.gate.measure;

import dev.flamegate.plan.Plan;
import dev.flamegate.runtime.Progress;
import java.time.Duration;

/** Receives the progress of the measurement of one trial or pair. */
public interface StageProgress {
    /** A stage begins or goes on; {@code left} is the time left of the stage itself as far as known. */
    void stage(Stage stage, Duration left);

    /** Shows what the present stage observes. */
    void detail(String detail);

    /** Progress of one trial of a run: the time left includes the trials still to come. */
    static StageProgress ofTrial(Progress progress, int number, Plan plan) {
        return new OfTrial(progress, number, plan);
    }

    /**
     * Progress of one pair of a comparison: the time left includes the pairs that will probably follow.
     *
     * @param budget time left of the whole comparison; no more is shown
     * @param pair what the pair takes
     * @param following what the pairs after it take until the rules are decided
     */
    static StageProgress ofPair(
            Progress progress, int number, Duration budget, Duration pair, Duration following, Time time) {
        long ends = time.nanos() + pair.toNanos();
        long budgetEnds = time.nanos() + budget.toNanos();
        return new StageProgress() {
            @Override
            public void stage(Stage stage, Duration left) {
                long all = Math.max(0, ends - time.nanos()) + following.toNanos();
                progress.stage(
                        "pair " + number + ": " + stage.words(),
                        Duration.ofNanos(Math.min(all, Math.max(0, budgetEnds - time.nanos()))));
            }

            @Override
            public void detail(String detail) {
                progress.detail(detail);
            }
        };
    }

    final class OfTrial implements StageProgress {
        /** Estimated time for start, waits and stop of one trial. */
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
            Duration rest = rest(stage, left);
            Duration later = OVERHEAD.plus(warmUp).plus(measure).multipliedBy(trials - number);
            progress.stage("trial " + number + " of " + trials + ": " + stage.words(), rest.plus(later));
        }

        private Duration rest(Stage stage, Duration left) {
            Duration end = OVERHEAD.dividedBy(2);
            if (stage.equals(Stage.START)) {
                return OVERHEAD.plus(warmUp).plus(measure);
            } else if (stage.equals(Stage.HOOKS)) {
                return measure.plus(end);
            } else if (stage.equals(Stage.WARM_UP)) {
                return left.plus(measure).plus(end);
            }
            return stage.equals(Stage.MEASURE) ? left.plus(end) : end;
        }

        @Override
        public void detail(String detail) {
            progress.detail(detail);
        }
    }
}
