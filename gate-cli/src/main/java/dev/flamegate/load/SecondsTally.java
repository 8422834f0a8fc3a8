package dev.flamegate.load;

import dev.flamegate.load.log.LogRecord;
import dev.flamegate.model.SeriesPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Requests by the second of their end, counted from the start of load. Requests come almost in the order of their ends,
 * so only the last minute is kept open; a straggler beyond that is left out of the charts.
 */
final class SecondsTally {
    private static final int OPEN_SECONDS = 60;
    private static final int SECONDS_LIMIT = 7 * 24 * 3600;
    private static final int DIGITS = 3;
    private static final long MILLI = 1000;

    private final TreeMap<Long, Tally> open = new TreeMap<>();
    private final List<SeriesPoint> closed = new ArrayList<>();
    private long start;

    private static final class Tally {
        private final Histogram latency = new Histogram(DIGITS);
        private long failed;
    }

    /** Load begins, in milliseconds since the epoch. */
    void begin(long millis) {
        start = millis;
    }

    void request(LogRecord.Request request) {
        long second = Math.floorDiv(request.end() - start, MILLI);
        if (second < closed.size() || second > SECONDS_LIMIT) {
            return;
        }
        Tally tally = open.computeIfAbsent(second, key -> new Tally());
        if (request.ok()) {
            tally.latency.recordValue(Math.max(0, request.end() - request.start()) * MILLI);
        } else {
            tally.failed++;
        }
        close(open.lastKey() - OPEN_SECONDS);
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
        Tally tally = ((Map<Long, Tally>) open).getOrDefault(second, new Tally());
        long ok = tally.latency.getTotalCount();
        return new SeriesPoint(
                second + 1,
                Double.NaN,
                Double.NaN,
                ok + tally.failed,
                tally.failed,
                percentile(tally.latency, 50),
                percentile(tally.latency, 99),
                Double.NaN);
    }

    private static double percentile(Histogram micros, double percentile) {
        return micros.getTotalCount() == 0 ? Double.NaN : micros.getValueAtPercentile(percentile) / 1e6;
    }
}
