package dev.flamegate.gate.measure;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a warm-up is over: when JIT's share of the CPU and the cost per request no longer change from one
 * stretch of some seconds to the next.
 */
final class WarmUpMonitor {
    static final double STRETCH_SECONDS = 2.5;

    /** The least number of requests in a stretch; fewer say too little about their cost. */
    private static final long MIN_REQUESTS = 30;

    private static final double COST_TOLERANCE = 0.10;
    private static final double JIT_TOLERANCE = 0.05;
    /** The largest share of the JIT compiler in a warm target; above it the compiler is still at work. */
    private static final double JIT_MOST = 0.10;
    /** The largest share at several times the planned requests: about as much compilation per second. */
    private static final double JIT_MOST_HURRIED = 0.025;

    /** The least number of users by which a queue gets shorter in a stretch, and the least part of those that began. */
    private static final long LEAST_DRAINED = 10;

    private static final double DRAINED_SHARE = 0.05;

    private final double jitMost;
    private final Deque<Point> points = new ArrayDeque<>();
    private double jitShare = Double.NaN;
    private double cpus = Double.NaN;

    private WarmUpMonitor(double jitMost) {
        this.jitMost = jitMost;
    }

    static WarmUpMonitor atPlannedRate() {
        return new WarmUpMonitor(JIT_MOST);
    }

    /** Monitors a load of several times the planned rate. */
    static WarmUpMonitor whileHurried() {
        return new WarmUpMonitor(JIT_MOST_HURRIED);
    }

    /**
     * A reading; readings come in order of time.
     *
     * @param seconds since the load began
     * @param cpu seconds of CPU of the target without JIT, since its start
     * @param jit seconds of CPU of its JIT compiler, since its start
     * @param requests begun since the load began
     * @param waiting users under way; 0 where that is not known
     */
    record Point(double seconds, double cpu, double jit, long requests, long waiting) {}

    void add(Point point) {
        points.addLast(point);
        while (points.size() > 2 && secondFrom(points.peekFirst()) > 2 * STRETCH_SECONDS + 1) {
            points.removeFirst();
        }
    }

    /** JIT's share of the target's CPU in the last stretch, in [0, 1]; NaN before there is one. */
    double jitShare() {
        return jitShare;
    }

    /** CPUs in use by the target besides JIT in the last stretch; NaN before there is one. */
    double cpus() {
        return cpus;
    }

    /** True if the last two stretches are alike. */
    boolean isFlat() {
        Point end = points.peekLast();
        if (end == null) {
            return false;
        }
        Point middle = latestBefore(end.seconds() - STRETCH_SECONDS);
        if (middle == null) {
            return false;
        }
        Stretch last = new Stretch(middle, end);
        jitShare = last.jitShare();
        cpus = (end.cpu() - middle.cpu()) / (end.seconds() - middle.seconds());
        Point start = latestBefore(middle.seconds() - STRETCH_SECONDS);
        if (start == null) {
            return false;
        }
        Stretch before = new Stretch(start, middle);
        return !isDraining()
                && last.requests() >= MIN_REQUESTS
                && before.requests() >= MIN_REQUESTS
                && Math.abs(Math.log(last.costPerRequest() / before.costPerRequest())) <= COST_TOLERANCE
                && last.jitShare() <= jitMost
                && Math.abs(last.jitShare() - before.jitShare()) <= JIT_TOLERANCE;
    }

    /**
     * True if a queue of earlier users got shorter in the last stretch: more ended than began. Until it is gone, the target
     * serves more than the planned load.
     */
    boolean isDraining() {
        Point end = points.peekLast();
        Point from = end == null ? null : latestBefore(end.seconds() - STRETCH_SECONDS);
        if (from == null) {
            return false;
        }
        long drained = from.waiting() - end.waiting();
        return drained >= LEAST_DRAINED && drained >= DRAINED_SHARE * new Stretch(from, end).requests();
    }

    private double secondFrom(Point point) {
        return points.getLast().seconds() - point.seconds();
    }

    private @Nullable Point latestBefore(double seconds) {
        Point found = null;
        for (Point point : points) {
            if (point.seconds() <= seconds + 1e-3) {
                found = point;
            }
        }
        return found;
    }

    private record Stretch(Point from, Point to) {
        long requests() {
            return to.requests() - from.requests();
        }

        double costPerRequest() {
            return (to.cpu() - from.cpu()) / requests();
        }

        double jitShare() {
            double jit = to.jit() - from.jit();
            double all = to.cpu() - from.cpu() + jit;
            return all > 0 ? jit / all : 0;
        }
    }
}
