package dev.flamegate.collect.pyroscope;

import dev.flamegate.model.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * When an agent pushed, as far as a server's series over time tells.
 *
 * @param distance seconds from one push to the next, the usual; NaN when there are too few to say
 * @param gap the longest stretch of the window, in seconds, that went without a push beyond the usual; NaN likewise
 */
record PushTimes(double distance, double gap) {
    private static final int ENOUGH = 3;

    static PushTimes of(List<Point> points, Window window) {
        List<Instant> times = points.stream()
                .map(Point::at)
                .filter(at -> at.isAfter(window.start()) && !at.isAfter(window.end()))
                .toList();
        if (times.size() < ENOUGH) {
            return new PushTimes(Double.NaN, Double.NaN);
        }
        double[] distances = new double[times.size() - 1];
        for (int i = 0; i < distances.length; i++) {
            distances[i] = seconds(times.get(i), times.get(i + 1));
        }
        double longest =
                Math.max(seconds(window.start(), times.get(0)), seconds(times.get(times.size() - 1), window.end()));
        for (double distance : distances) {
            longest = Math.max(longest, distance);
        }
        Arrays.sort(distances);
        double usual = distances[distances.length / 2];
        return new PushTimes(usual, Math.max(0, longest - usual));
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e9;
    }
}
