package dev.flamegate.cluster.injectors;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The lead of another machine's clock over this one's, estimated from questions for its time. An answer was given
 * between its question and its arrival: the shorter that took, the better it is known. The best of those before the
 * load and the best of those after it also show a clock that was set, or drifts.
 */
final class ClockOffset {
    private final List<Sample> before = new ArrayList<>();
    private final List<Sample> after = new ArrayList<>();

    /** Microseconds; the truth is at most {@code uncertain} away from {@code ahead}. */
    private record Sample(double ahead, double uncertain) {}

    /**
     * Notes an answer; times are microseconds since the epoch.
     *
     * @param asked by this clock
     * @param there by the other clock
     * @param answered by this clock
     * @param afterwards whether the load is over
     */
    synchronized void add(long asked, long there, long answered, boolean afterwards) {
        double half = Math.max(0, answered - asked) / 2.0;
        (afterwards ? after : before).add(new Sample(there - (asked + half), half));
    }

    /** The other clock's lead; zero when nothing is known. */
    synchronized Duration ahead() {
        return micros(best().stream().mapToDouble(Sample::ahead).average().orElse(0));
    }

    /** The largest error of {@link #ahead} at any moment of the load. */
    synchronized Duration uncertain() {
        List<Sample> best = best();
        double low = best.stream()
                .mapToDouble(sample -> sample.ahead - sample.uncertain)
                .min()
                .orElse(0);
        double high = best.stream()
                .mapToDouble(sample -> sample.ahead + sample.uncertain)
                .max()
                .orElse(0);
        double ahead = best.stream().mapToDouble(Sample::ahead).average().orElse(0);
        return micros(Math.max(high - ahead, ahead - low));
    }

    private List<Sample> best() {
        List<Sample> best = new ArrayList<>();
        for (List<Sample> samples : List.of(before, after)) {
            samples.stream().min(Comparator.comparingDouble(Sample::uncertain)).ifPresent(best::add);
        }
        return best;
    }

    private static Duration micros(double micros) {
        return Duration.ofNanos(Math.round(micros * 1e3));
    }
}
