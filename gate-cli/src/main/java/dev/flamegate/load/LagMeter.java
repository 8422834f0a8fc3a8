package dev.flamegate.load;

import dev.flamegate.load.log.LogRecord;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures how late users are started against the declared constant rate. The schedule's zero is where the most
 * punctual user of the whole load puts it, so what is late for all of them alike does not show. Without a declared rate
 * there is no schedule and nothing is known.
 */
final class LagMeter {
    private static final int DIGITS = 3;

    private final @Nullable Injection injection;
    private final long from;
    private final long until;
    private final Injection.@Nullable Schedule schedule;
    private int scenario = -1;
    private long runStart;
    private long zero = Long.MAX_VALUE;
    private final Histogram offsets = new Histogram(DIGITS);
    private long users;

    /**
     * A meter for user starts inside a window.
     *
     * @param from its first millisecond since the epoch
     * @param until the millisecond after its last
     */
    LagMeter(@Nullable Injection injection, long from, long until) {
        this.injection = injection;
        this.from = from;
        this.until = until;
        schedule = injection == null ? null : injection.schedule();
    }

    void begin(LogRecord.Run run) {
        runStart = run.start();
        List<String> scenarios = run.scenarios();
        scenario = injection == null ? -1 : scenarios.indexOf(injection.scenario());
    }

    void user(LogRecord.User user) {
        if (schedule == null || user.scenario() != scenario || !user.begins()) {
            return;
        }
        long offset = user.time() - runStart - schedule.next();
        zero = Math.min(zero, offset);
        if (user.time() >= from && user.time() < until) {
            users++;
            offsets.recordValue(Math.max(0, offset));
        }
    }

    /** Users of the declared scenario started in the window. */
    long users() {
        return users;
    }

    /** 99th percentile of the lag in seconds; NaN when unknown. */
    double p99() {
        if (offsets.getTotalCount() == 0) {
            return Double.NaN;
        }
        return Math.max(0, offsets.getValueAtPercentile(99) - Math.max(0, zero)) / 1e3;
    }
}
