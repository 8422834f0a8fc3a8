package dev.flamegate.gate.measure;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.SeriesPoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Joins, second by second, what the generator saw with what the probe saw. */
final class SeriesOfTrial {
    private SeriesOfTrial() {}

    /**
     * The joined series.
     *
     * @param load of the generator, its CPU and heap unknown
     * @param zero the instant of its second 0
     * @param readings in order of time
     */
    static List<SeriesPoint> join(List<SeriesPoint> load, Instant zero, List<Meter.Reading> readings) {
        List<SeriesPoint> joined = new ArrayList<>();
        for (SeriesPoint point : load) {
            int after = firstAfter(readings, zero, point.second());
            if (after < 1) {
                joined.add(point);
                continue;
            }
            Meter.Reading to = readings.get(after);
            Meter.Reading from = readings.get(after - 1);
            double seconds =
                    Duration.between(from.target().at(), to.target().at()).toNanos() / 1e9;
            joined.add(new SeriesPoint(
                    point.second(),
                    rate(from, to, Counter.CPU_PROCESS, seconds),
                    rate(from, to, Counter.CPU_JIT, seconds),
                    point.throughput(),
                    point.failed(),
                    point.p50(),
                    point.p99(),
                    to.target().gauges().getOrDefault(Gauge.HEAP_USED, Double.NaN)));
        }
        return joined;
    }

    private static double rate(Meter.Reading from, Meter.Reading to, Counter counter, double seconds) {
        return seconds > 0 ? (to.counter(counter) - from.counter(counter)) / seconds : Double.NaN;
    }

    /** Index of the first reading not before a second; -1 when there is none. */
    private static int firstAfter(List<Meter.Reading> readings, Instant zero, double second) {
        for (int i = 0; i < readings.size(); i++) {
            double at = Duration.between(zero, readings.get(i).target().at()).toNanos() / 1e9;
            if (at >= second - 0.5) {
                return i;
            }
        }
        return -1;
    }
}
