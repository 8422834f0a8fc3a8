package dev.flamegate.gate.measure;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a warm-up is over: when JIT's share of the CPU and the cost per request no longer change from one
 * stretch to the next. A stretch has some seconds and enough requests.
 */
final class WarmUpMonitor {
    static final double STRETCH_SECONDS = 2.5;

    /** The least number of requests in a stretch; fewer say too little about their cost. */
    private static final long MIN_REQUESTS = 30;

    /** The longest that two stretches may take. */
    private static final double KEPT_SECONDS = 30;

    private static final double COST_TOLERANCE = 0.10;
    private static final double JIT_TOLERANCE = 0.05;
    /** The largest share of the JIT compiler in a warm target; above it the compiler is still at work. */
    private static final double JIT_MOST = 0.10;
    /** The largest share at several times the planned requests: about as much compilation per second. */
    private static final double JIT_MOST_HURRIED = 0.025;

    /** The least number of users by which a queue gets shorter in five seconds, and the least part of those that began. */
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
        while (points.size() > 2 && secondFrom(points.peekFirst()) > KEPT_SECONDS) {
            points.removeFirst();
        }
    }

    /** JIT's share of the target's CPU in the last seconds, in [0, 1]; NaN before some have passed. */
    double jitShare() {
        return jitShare;
    }

    /** CPUs in use by the target besides JIT in the last seconds; NaN before some have passed. */
    double cpus() {
        return cpus;
    }

    /** True if the last two stretches are alike. */
    boolean isFlat() {
        Point end = points.peekLast();
        if (end == null) {
            return false;
        }
        Point recent = latest(end.seconds() - STRETCH_SECONDS, Long.MAX_VALUE);
        if (recent == null) {
            return false;
        }
        jitShare = new Stretch(recent, end).jitShare();
        cpus = (end.cpu() - recent.cpu()) / (end.seconds() - recent.seconds());
        Point middle = beginOfStretch(end);
        Point start = middle == null ? null : beginOfStretch(middle);
        if (middle == null || start == null) {
            return false;
        }
        Stretch last = new Stretch(middle, end);
        Stretch before = new Stretch(start, middle);
        return !isDraining()
                && Math.abs(Math.log(last.costPerRequest() / before.costPerRequest())) <= COST_TOLERANCE
                && last.jitShare() <= jitMost
                && Math.abs(last.jitShare() - before.jitShare()) <= JIT_TOLERANCE;
    }

    /**
     * True if a queue of earlier users got shorter in the last five seconds: more ended than began. Until it is gone, the
     * target serves more than the planned load.
     */
    boolean isDraining() {
        Point end = points.peekLast();
        Point from = end == null ? null : latest(end.seconds() - 2 * STRETCH_SECONDS, Long.MAX_VALUE);
        if (from == null) {
            return false;
        }
        long drained = from.waiting() - end.waiting();
        return drained >= LEAST_DRAINED && drained >= DRAINED_SHARE * new Stretch(from, end).requests();
    }

    private double secondFrom(Point point) {
        return points.getLast().seconds() - point.seconds();
    }

    private @Nullable Point beginOfStretch(Point end) {
        return latest(end.seconds() - STRETCH_SECONDS, end.requests() - MIN_REQUESTS);
    }

    /** The latest point up to a second and a number of requests. */
    private @Nullable Point latest(double seconds, long requests) {
        Point found = null;
        for (Point point : points) {
            if (point.seconds() <= seconds + 1e-3 && point.requests() <= requests) {
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
