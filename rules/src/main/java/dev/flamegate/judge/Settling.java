package dev.flamegate.judge;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.Trial;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The distance of a trial from a settled state: the change of its cost per request while it was measured, without the
 * JIT compiler. A target whose cost still falls is measured as more expensive than it is, by about half of that change.
 */
final class Settling {
    /** The fewest requests in a half whose cost means something. */
    private static final double FEWEST_REQUESTS = 100;

    /** The usual difference between two halves of a settled target. */
    private static final double USUAL = 0.03;

    private Settling() {}

    /**
     * The cost per request in the later half of the measured seconds, relative to that in the earlier half, less 1:
     * -0.12 where it fell by 12 %. Empty with too few requests, or where the CPU is not known second by second.
     */
    static OptionalDouble change(Trial trial) {
        List<SeriesPoint> measured = trial.measuredSeries().stream()
                .filter(point -> Double.isFinite(point.cores() - point.jitCores() + point.throughput()))
                .toList();
        int half = measured.size() / 2;
        double before = cost(measured.subList(0, half));
        double after = cost(measured.subList(measured.size() - half, measured.size()));
        double change = after / before - 1;
        return Double.isFinite(change) ? OptionalDouble.of(change) : OptionalDouble.empty();
    }

    /**
     * Describes the change, as the end of a sentence on a trial that was not settled before it was measured; empty if
     * unknown.
     */
    static String text(Trial trial) {
        OptionalDouble change = change(trial);
        if (change.isEmpty()) {
            return "";
        }
        double size = Math.abs(change.getAsDouble());
        if (size <= USUAL) {
            return "; the cost per request, JIT aside, changed by no more than " + Numbers.percent(USUAL)
                    + " while it was measured";
        }
        return "; the cost per request, JIT aside, " + (change.getAsDouble() < 0 ? "fell" : "rose") + " by "
                + Numbers.percent(size) + " from the first to the second half of the measurement, so it may be "
                + Numbers.percent(size / 2) + " too " + (change.getAsDouble() < 0 ? "high" : "low");
    }

    /** CPU seconds per request; NaN with too few requests. */
    private static double cost(List<SeriesPoint> points) {
        double requests = points.stream().mapToDouble(SeriesPoint::throughput).sum();
        double cpu = points.stream()
                .mapToDouble(point -> point.cores() - point.jitCores())
                .sum();
        return requests < FEWEST_REQUESTS ? Double.NaN : cpu / requests;
    }
}
