package dev.flamegate.load;

import dev.flamegate.format.Names;
import dev.flamegate.load.log.LogRecord;
import dev.flamegate.load.results.ResultRecord;
import dev.flamegate.model.Faults;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Window;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Counts the events inside one window: requests by the time of their end, users by the time of their start. */
final class WindowTally {
    private static final int DIGITS = 3;
    private static final long MICROS_PER_MILLI = 1000;
    /** The number of failures that are shown for each request name. */
    private static final int FAILURES_SHOWN = 5;

    private static final int FAILURES_SHOWN_IN_ALL = 100;
    private static final int FAILURES_KEPT = 10_000;
    /** Users that a window may miss because it begins just after one start and ends just before another. */
    private static final double AT_THE_EDGE = 1 + 1e-9;

    private static final int LONGEST_MESSAGE = 500;
    private static final String OTHER_FAILURES = "other failures";
    /** Maximum number of request names; a script that names each request by its own address would fill the memory. */
    private static final int NAMES_KEPT = 1_000;

    private static final String OTHER_REQUESTS = "other requests";

    private final Window window;
    private final long from;
    private final long until;
    private final long fromMicros;
    private final long untilMicros;
    private final @Nullable Injection injection;
    private final LagMeter lag;
    private final Map<String, Counts> requests = new TreeMap<>();
    private final Map<Way, Long> failures = new HashMap<>();
    private double started;

    /** A way in which requests of one name failed; the name is empty for failures outside of a request. */
    private record Way(String request, String message) {}

    private static final class Counts {
        private final Histogram micros = new Histogram(DIGITS);
        private double ok;
        private double failed;
    }

    WindowTally(Window window, @Nullable Injection injection) {
        this.window = window;
        this.injection = injection;
        // The log is in whole milliseconds: a time t stands for [t, t + 1 ms).
        from = ceilMillis(window.start());
        until = ceilMillis(window.end());
        fromMicros = micros(window.start());
        untilMicros = micros(window.end());
        lag = new LagMeter(injection, from, until);
    }

    void add(LogRecord record) {
        if (record instanceof LogRecord.Request request) {
            request(
                    request.fullName(),
                    request.start() * MICROS_PER_MILLI,
                    request.end() * MICROS_PER_MILLI,
                    request.ok(),
                    request.message());
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
                        Math.round(entry.getValue().ok),
                        Math.round(entry.getValue().failed),
                        LatencyHistogram.ofMicros(entry.getValue().micros)))
                .toList();
    }

    /** The quality of the load, without the generator's CPU, which is not known here. */
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

    /** Counts a request; times are microseconds since the epoch. */
    void request(String name, long startMicros, long endMicros, boolean ok, String message) {
        if (startMicros >= fromMicros && startMicros < untilMicros) {
            started++;
        }
        if (endMicros < fromMicros || endMicros >= untilMicros) {
            return;
        }
        Counts counts = counts(name);
        if (ok) {
            counts.ok++;
            counts.micros.recordValue(Math.max(0, endMicros - startMicros));
        } else {
            counts.failed++;
            countFailure(name, message);
        }
    }

    /** Counts the share of an interval that is inside; its latencies belong to the window that its middle is in. */
    void interval(ResultRecord.Interval interval) {
        long length = interval.endMicros() - interval.startMicros();
        long inside = Math.min(interval.endMicros(), untilMicros) - Math.max(interval.startMicros(), fromMicros);
        if (inside <= 0 || length == 0) {
            return;
        }
        double share = inside / (double) length;
        Counts counts = counts(interval.name());
        counts.ok += share * interval.ok();
        counts.failed += share * interval.failed();
        started += share * (interval.ok() + interval.failed());
        long middle = interval.startMicros() + length / 2;
        if (interval.latencies() != null && middle >= fromMicros && middle < untilMicros) {
            counts.micros.add(interval.latencies());
        }
    }

    private Counts counts(String name) {
        boolean room = requests.size() < NAMES_KEPT || requests.containsKey(name);
        return requests.computeIfAbsent(room ? name : OTHER_REQUESTS, key -> new Counts());
    }

    private void countFailure(String request, String message) {
        Way way = new Way(request, Names.cut(message, LONGEST_MESSAGE));
        boolean room = failures.size() < FAILURES_KEPT || failures.containsKey(way);
        failures.merge(room ? way : new Way(request, OTHER_FAILURES), 1L, Long::sum);
    }

    private boolean inside(long millis) {
        return millis >= from && millis < until;
    }

    private static long micros(Instant instant) {
        return -Math.floorDiv(-ChronoUnit.NANOS.between(Instant.EPOCH, instant), 1000L);
    }

    private static long ceilMillis(Instant instant) {
        long floor = instant.toEpochMilli();
        return Instant.ofEpochMilli(floor).equals(instant) ? floor : floor + 1;
    }
}
