package dev.flamegate.load;

import dev.flamegate.format.Names;
import dev.flamegate.load.log.LogRecord;
import dev.flamegate.model.Faults;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What happened inside one window: requests by the time of their end, users by the time of their start. */
final class WindowTally {
    private static final int DIGITS = 3;
    private static final long MICROS_PER_MILLI = 1000;
    /** Of each request name. */
    private static final int FAILURES_SHOWN = 5;

    private static final int FAILURES_SHOWN_IN_ALL = 100;
    private static final int FAILURES_KEPT = 10_000;
    /** Users that a window may miss because it begins just after one start and ends just before another. */
    private static final double AT_THE_EDGE = 1 + 1e-9;

    private static final int LONGEST_MESSAGE = 500;
    private static final String OTHER_FAILURES = "other failures";

    private final Window window;
    private final long from;
    private final long until;
    private final @Nullable Injection injection;
    private final LagMeter lag;
    private final Map<String, Counts> requests = new TreeMap<>();
    private final Map<Way, Long> failures = new HashMap<>();
    private long started;

    /** How a request of some name failed; the name is empty for what failed outside of a request. */
    private record Way(String request, String message) {}

    private static final class Counts {
        private final Histogram micros = new Histogram(DIGITS);
        private long failed;
    }

    WindowTally(Window window, @Nullable Injection injection) {
        this.window = window;
        this.injection = injection;
        // The log is in whole milliseconds: a time t stands for [t, t + 1 ms).
        from = ceilMillis(window.start());
        until = ceilMillis(window.end());
        lag = new LagMeter(injection, from, until);
    }

    void add(LogRecord record) {
        if (record instanceof LogRecord.Request request) {
            request(request);
        } else if (record instanceof LogRecord.User user) {
            lag.user(user);
        } else if (record instanceof LogRecord.Problem problem && inside(problem.time())) {
            countFailure("", problem.message());
        } else if (record instanceof LogRecord.Run run) {
            lag.begin(run);
        }
    }

    List<RequestStats> requests() {
        return requests.entrySet().stream()
                .map(entry -> new RequestStats(
                        entry.getKey(),
                        entry.getValue().micros.getTotalCount(),
                        entry.getValue().failed,
                        LatencyHistogram.ofMicros(entry.getValue().micros)))
                .toList();
    }

    /** The generator's CPU is not known here. */
    LoadQuality quality() {
        double achieved = started / window.seconds();
        return new LoadQuality(intendedRate(achieved), achieved, Double.NaN, lag.p99());
    }

    private double intendedRate(double achieved) {
        if (injection == null) {
            return Double.NaN;
        }
        long users = lag.users();
        if (users == 0) {
            return injection.usersPerSecond();
        }
        double missing = injection.usersPerSecond() * window.seconds() - users;
        boolean atTheEdge = missing > 0 && missing <= AT_THE_EDGE;
        return atTheEdge ? achieved : injection.usersPerSecond() * started / users;
    }

    /** The most frequent failures of each request name, most frequent first. */
    List<Faults.Failure> failures() {
        Map<String, Integer> shown = new HashMap<>();
        List<Faults.Failure> all = new ArrayList<>();
        failures.forEach((way, count) -> all.add(new Faults.Failure(way.request(), way.message(), count)));
        return Faults.Failure.merged(List.of(all)).stream()
                .filter(failure -> shown.merge(failure.request(), 1, Integer::sum) <= FAILURES_SHOWN)
                .limit(FAILURES_SHOWN_IN_ALL)
                .toList();
    }

    private void request(LogRecord.Request request) {
        if (inside(request.start())) {
            started++;
        }
        if (!inside(request.end())) {
            return;
        }
        Counts counts = requests.computeIfAbsent(request.fullName(), key -> new Counts());
        if (request.ok()) {
            counts.micros.recordValue(Math.max(0, request.end() - request.start()) * MICROS_PER_MILLI);
        } else {
            counts.failed++;
            countFailure(request.fullName(), request.message());
        }
    }

    private void countFailure(String request, String message) {
        Way way = new Way(request, Names.cut(message, LONGEST_MESSAGE));
        boolean room = failures.size() < FAILURES_KEPT || failures.containsKey(way);
        failures.merge(room ? way : new Way(request, OTHER_FAILURES), 1L, Long::sum);
    }

    private boolean inside(long millis) {
        return millis >= from && millis < until;
    }

    private static long ceilMillis(Instant instant) {
        long floor = instant.toEpochMilli();
        return Instant.ofEpochMilli(floor).equals(instant) ? floor : floor + 1;
    }
}
