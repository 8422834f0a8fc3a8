package dev.flamegate.judge;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Finds out whether the target had stopped answering by the end of a trial. Load tools note a request when it ends, so
 * one that hangs is in no latency and no error ratio: a trial whose database stood still looks like one with a little
 * less load.
 *
 * <p>Only the end of a window counts. A pause that ends is in the latencies of the requests that waited for it.
 */
final class Silence {
    /** The number of missing answers that chance, with independent answers, produces once in 10<sup>8</sup> trials. */
    private static final double MISSED = 20;

    private static final double LEAST_SECONDS = 2;
    private static final double LEAST_SHARE = 0.2;

    /** The least ratio of a silence to earlier, broken ones, as users who go in step pause together. */
    private static final double LONGER = 2;

    /** The least share of the counted requests in a series; with less, the series is about something else. */
    private static final double SHOWN = 0.5;

    private double measured;
    private double silent;
    private double longest;
    private double broken;
    private double answered;

    private Silence(Trial trial) {
        Instant zero = trial.warmUp().window().start();
        List<SeriesPoint> heard =
                trial.series().stream().filter(point -> point.throughput() > 0).toList();
        for (Window window : trial.windows()) {
            add(seconds(zero, window.start()), seconds(zero, window.end()), heard);
        }
    }

    /**
     * Describes the silence, with the seconds without an answer and the rate before; empty if the target went on
     * answering.
     */
    static Optional<String> text(Trial trial) {
        Silence silence = new Silence(trial);
        return silence.lasted(trial) ? Optional.of(silence.text()) : Optional.empty();
    }

    private void add(double from, double to, List<SeriesPoint> heard) {
        double last = from;
        for (SeriesPoint point : heard) {
            if (point.second() > from && point.second() - 1 < to) {
                broken = Math.max(broken, point.second() - 1 - last);
                last = Math.min(point.second(), to);
                answered += point.throughput();
            }
        }
        measured += to - from;
        silent += to - last;
        longest = Math.max(longest, to - last);
    }

    private boolean lasted(Trial trial) {
        boolean shown = answered > SHOWN * (trial.ok() + trial.failed());
        return shown
                && silent >= Math.max(LEAST_SECONDS, LEAST_SHARE * measured)
                && silent * rate() >= MISSED
                && longest > LONGER * broken;
    }

    private double rate() {
        return answered / (measured - silent);
    }

    private String text() {
        return "nothing was answered in the last " + Numbers.duration(silent) + " of the " + Numbers.duration(measured)
                + " measured, after " + Numbers.count(Math.round(rate()))
                + " answers a second: what hangs is in no figure";
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toMillis() / 1e3;
    }
}
