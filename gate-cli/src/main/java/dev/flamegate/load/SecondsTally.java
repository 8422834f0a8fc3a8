package dev.flamegate.load;

import dev.flamegate.load.results.ResultRecord;
import dev.flamegate.model.SeriesPoint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Requests by the second of their end, counted from the start of load. Requests come almost in the order of their ends,
 * so only the last minute is kept open; a straggler beyond that is left out of the charts.
 */
final class SecondsTally {
    private static final int OPEN_SECONDS = 60;
    private static final int SECONDS_LIMIT = 7 * 24 * 3600;
    private static final int DIGITS = 3;
    private static final long MILLI = 1000;
    private static final long SECOND = 1_000_000;

    private final TreeMap<Long, Tally> open = new TreeMap<>();
    private final List<SeriesPoint> closed = new ArrayList<>();
    private long start;

    private static final class Tally {
        private final Histogram latency = new Histogram(DIGITS);
        private long ok;
        private long failed;
    }

    /** Notes that the load begins, in milliseconds since the epoch. */
    void begin(long millis) {
        start = millis;
    }

    Instant start() {
        return Instant.ofEpochMilli(start);
    }

    /** Counts a request that ended; times are microseconds since the epoch. */
    void request(long startMicros, long endMicros, boolean ok) {
        Tally tally = tally(endMicros);
        if (tally != null && ok) {
            tally.ok++;
            tally.latency.recordValue(Math.max(0, endMicros - startMicros));
        } else if (tally != null) {
            tally.failed++;
        }
    }

    /** Counts all requests of an interval at its end. */
    void interval(ResultRecord.Interval interval) {
        Tally tally = tally(Math.max(interval.startMicros(), interval.endMicros() - 1));
        if (tally != null) {
            tally.ok += interval.ok();
            tally.failed += interval.failed();
            if (interval.latencies() != null) {
                tally.latency.add(interval.latencies());
            }
        }
    }

    private @Nullable Tally tally(long endMicros) {
        long second = Math.floorDiv(endMicros - start * MILLI, SECOND);
        if (second < closed.size() || second > SECONDS_LIMIT) {
            return null;
        }
        Tally tally = open.computeIfAbsent(second, key -> new Tally());
        close(open.lastKey() - OPEN_SECONDS);
        return tally;
    }

    /** One point per second up to the last request, those without a request included. */
    List<SeriesPoint> series() {
        List<SeriesPoint> series = new ArrayList<>(closed);
        if (!open.isEmpty()) {
            for (long second = closed.size(); second <= open.lastKey(); second++) {
                series.add(point(second));
            }
        }
        return series;
    }

    private void close(long before) {
        while (closed.size() < before) {
            long second = closed.size();
            closed.add(point(second));
            open.remove(second);
        }
    }

    private SeriesPoint point(long second) {
        Tally tally = open.get(second);
        if (tally == null) {
            return new SeriesPoint(second + 1, Double.NaN, Double.NaN, 0, 0, Double.NaN, Double.NaN, Double.NaN);
        }
        return new SeriesPoint(
                second + 1,
                Double.NaN,
                Double.NaN,
                tally.ok + tally.failed,
                tally.failed,
                percentile(tally.latency, 50),
                percentile(tally.latency, 99),
                Double.NaN);
    }

    private static double percentile(Histogram micros, double percentile) {
        return micros.getTotalCount() == 0 ? Double.NaN : micros.getValueAtPercentile(percentile) / 1e6;
    }
}
