package dev.flamegate.gate.measure;

import dev.flamegate.load.LoadResult;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.SeriesPoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Joins, second by second, the observations of the generator with those of the probe. */
final class SeriesOfTrial {
    private SeriesOfTrial() {}

    /**
     * The joined series.
     *
     * @param loads of the generators in order of time, the same one once for each window that it loaded; their CPU and
     *     heap unknown
     * @param zero second 0 of the series
     * @param readings in order of time
     */
    static List<SeriesPoint> join(List<LoadResult> loads, Instant zero, List<Meter.Reading> readings) {
        // A generator's later result has its earlier seconds too.
        Map<Instant, LoadResult> whole = new LinkedHashMap<>();
        loads.forEach(load -> whole.put(load.loadStart(), load));
        List<SeriesPoint> joined = new ArrayList<>();
        for (LoadResult load : whole.values()) {
            double began = Duration.between(zero, load.loadStart()).toMillis() / 1e3;
            for (SeriesPoint point : load.series()) {
                double second = began + point.second();
                // A generator that was started early waits for the load to begin.
                if (second > 0) {
                    joined.add(join(point, second, zero, readings));
                }
            }
        }
        return joined;
    }

    private static SeriesPoint join(SeriesPoint load, double second, Instant zero, List<Meter.Reading> readings) {
        int after = firstAfter(readings, zero, second);
        double cores = Double.NaN;
        double jitCores = Double.NaN;
        double heap = Double.NaN;
        if (after > 0) {
            Meter.Reading to = readings.get(after);
            Meter.Reading from = readings.get(after - 1);
            double seconds = seconds(from.target().at(), to.target().at());
            cores = rate(from, to, Counter.CPU_PROCESS, seconds);
            jitCores = rate(from, to, Counter.CPU_JIT, seconds);
            heap = to.target().gauges().getOrDefault(Gauge.HEAP_USED, Double.NaN);
        }
        return new SeriesPoint(second, cores, jitCores, load.throughput(), load.failed(), load.p50(), load.p99(), heap);
    }

    private static double seconds(Instant from, Instant to) {
        return Duration.between(from, to).toNanos() / 1e9;
    }

    private static double rate(Meter.Reading from, Meter.Reading to, Counter counter, double seconds) {
        return seconds > 0 ? (to.counter(counter) - from.counter(counter)) / seconds : Double.NaN;
    }

    /** Index of the first reading not before a second; -1 without such a reading. */
    private static int firstAfter(List<Meter.Reading> readings, Instant zero, double second) {
        for (int i = 0; i < readings.size(); i++) {
            double at = seconds(zero, readings.get(i).target().at());
            if (at >= second - 0.5) {
                return i;
            }
        }
        return -1;
    }
}
