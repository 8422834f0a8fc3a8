package dev.flamegate.gate.measure;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a warm-up is over: when JIT's share of the CPU and the cost per request no longer change from one
 * stretch to the next. A stretch has some seconds and enough requests.
 */
final class WarmUpMonitor {
    private static final double STRETCH_SECONDS = 2.5;

    /** A stretch under several times the planned requests, and one after it: much was compiled already. */
    private static final double HURRIED_STRETCH_SECONDS = 1.5;

    /** The least number of requests, or of journeys of several, in a stretch; fewer say too little about their cost. */
    private static final long MIN_REQUESTS = 15;

    /** The longest that two stretches may take. */
    private static final double KEPT_SECONDS = 30;

    private static final double COST_TOLERANCE = 0.10;
    /** A shorter stretch scatters more. */
    private static final double COST_TOLERANCE_AFTER_HURRY = 0.15;
    /** While hurried, all CPUs are in use, so the cost of a request says less than the compiler's share. */
    private static final double COST_TOLERANCE_HURRIED = 0.25;

    private static final double JIT_TOLERANCE = 0.05;
    /** The largest share of the JIT compiler in a warm target; above it the compiler is still at work. */
    private static final double JIT_MOST = 0.10;
    /** The largest share at several times the planned requests: about as much compilation per second. */
    private static final double JIT_MOST_HURRIED = 0.025;

    /** Compiling that takes less of a CPU than this is over, however large a share it has of a service with little to do. */
    private static final double JIT_LEAST_CPUS = 0.025;

    private static final double DRAIN_SECONDS = 5;

    /** The least number of users by which a queue gets shorter in these seconds, and the least part of those that began. */
    private static final long LEAST_DRAINED = 10;

    private static final double DRAINED_SHARE = 0.05;

    /** No queue is left if users are under way for less time than this. */
    private static final double NO_QUEUE_SECONDS = 0.25;

    private final double stretchSeconds;
    private final double jitMost;
    private final double jitTolerance;
    private final double costTolerance;
    private final Deque<Point> points = new ArrayDeque<>();
    private double jitShare = Double.NaN;
    private double cpus = Double.NaN;

    private WarmUpMonitor(double stretchSeconds, double jitMost, double jitTolerance, double costTolerance) {
        this.stretchSeconds = stretchSeconds;
        this.jitMost = jitMost;
        this.jitTolerance = jitTolerance;
        this.costTolerance = costTolerance;
    }

    static WarmUpMonitor atPlannedRate() {
        return new WarmUpMonitor(STRETCH_SECONDS, JIT_MOST, JIT_TOLERANCE, COST_TOLERANCE);
    }

    /** Monitors a load of several times the planned rate. */
    static WarmUpMonitor whileHurried() {
        return new WarmUpMonitor(HURRIED_STRETCH_SECONDS, JIT_MOST_HURRIED, JIT_TOLERANCE, COST_TOLERANCE_HURRIED);
    }

    /** Monitors the planned rate after a load of several times that rate, under which the target was flat. */
    static WarmUpMonitor afterHurry() {
        return new WarmUpMonitor(HURRIED_STRETCH_SECONDS, JIT_MOST, JIT_TOLERANCE, COST_TOLERANCE_AFTER_HURRY);
    }

    /**
     * Monitors the planned rate after a load of several times that rate, where the first compiler (C1) alone is at work.
     * Any share of the CPU will do: C1 has methods left that few requests need, and goes on compiling them for minutes.
     */
    static WarmUpMonitor afterHurryWithC1() {
        return new WarmUpMonitor(STRETCH_SECONDS, 1, 1, COST_TOLERANCE);
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

    /** True if JIT took more of the CPU in the last seconds than it may in a warm target. */
    boolean isCompiling() {
        return jitShare > jitMost;
    }

    /** True if the last two stretches are alike. */
    boolean isFlat() {
        Point end = points.peekLast();
        if (end == null) {
            return false;
        }
        Point recent = latest(end.seconds() - stretchSeconds, Long.MAX_VALUE);
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
                && Math.abs(Math.log(last.costPerRequest() / before.costPerRequest()))
                        <= Math.max(costTolerance, chance(last, before))
                && (last.jitCpus() <= JIT_LEAST_CPUS && before.jitCpus() <= JIT_LEAST_CPUS
                        || last.jitShare() <= jitMost && Math.abs(last.jitShare() - before.jitShare()) <= jitTolerance);
    }

    /**
     * The difference of the costs of two stretches that chance makes, where requests differ from each other by as much
     * as they cost: the standard deviation of its logarithm.
     */
    private static double chance(Stretch one, Stretch other) {
        return Math.sqrt(1.0 / one.requests() + 1.0 / other.requests());
    }

    /**
     * True if a queue of earlier users got shorter in the last five seconds, because more ended than began, and is not gone.
     * Until it is, the target serves more than the planned load.
     */
    boolean isDraining() {
        Point end = points.peekLast();
        Point from = end == null ? null : latest(end.seconds() - DRAIN_SECONDS, Long.MAX_VALUE);
        if (from == null) {
            return false;
        }
        long drained = from.waiting() - end.waiting();
        long begun = new Stretch(from, end).requests();
        return drained >= LEAST_DRAINED
                && drained >= DRAINED_SHARE * begun
                && end.waiting() > NO_QUEUE_SECONDS * begun / (end.seconds() - from.seconds());
    }

    private double secondFrom(Point point) {
        return points.getLast().seconds() - point.seconds();
    }

    private @Nullable Point beginOfStretch(Point end) {
        return latest(end.seconds() - stretchSeconds, end.requests() - MIN_REQUESTS);
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

        double jitCpus() {
            return (to.jit() - from.jit()) / (to.seconds() - from.seconds());
        }

        double jitShare() {
            double jit = to.jit() - from.jit();
            double all = to.cpu() - from.cpu() + jit;
            return all > 0 ? jit / all : 0;
        }
    }
}
