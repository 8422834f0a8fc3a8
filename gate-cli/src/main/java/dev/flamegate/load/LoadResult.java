package dev.flamegate.load;

import dev.flamegate.load.log.LogRecord;
import dev.flamegate.load.log.SimulationLog;
import dev.flamegate.load.log.UnreadableLog;
import dev.flamegate.model.Faults;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.model.message.Notice;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A generator's results for a window.
 *
 * @param loadStart when the load began, the zero of {@code series}
 * @param counted whether the generator counted its requests; where it did not, the service's own counters do
 * @param requests per request name, counted by the end of the request inside the window; by name
 * @param quality intended rate and lag are known when the simulation declares a constant rate; the generator's CPU
 *     never
 * @param series of the whole load up to now, one per second; CPU and heap are NaN
 * @param failures inside the window: the most frequent messages of each request name
 */
public record LoadResult(
        Window window,
        Instant loadStart,
        boolean counted,
        List<RequestStats> requests,
        LoadQuality quality,
        List<SeriesPoint> series,
        List<Faults.Failure> failures,
        List<Warning> warnings) {
    public LoadResult {
        requests = List.copyOf(requests);
        series = List.copyOf(series);
        failures = List.copyOf(failures);
        warnings = List.copyOf(warnings);
    }

    /**
     * Reads a log of a simulation that declares nothing about its load.
     *
     * @throws LoadFailed when the log cannot be read
     */
    public static LoadResult read(Path log, Window window) {
        return read(log, window, null, false);
    }

    /**
     * Reads a log.
     *
     * @param injection what the simulation declares about its load
     * @param ended whether Gatling ended by itself, so everything that happened is in the log
     * @throws LoadFailed when the log cannot be read
     */
    static LoadResult read(Path log, Window window, @Nullable Injection injection, boolean ended) {
        Reading reading = new Reading(window, injection);
        try (SimulationLog simulation = SimulationLog.open(log)) {
            simulation.read(reading::add);
            if (!reading.begun()) {
                throw nothingLogged(log);
            }
            return reading.result(simulation.cutOff(), ended);
        } catch (IOException | UnreadableLog e) {
            throw new LoadFailed(
                    "Gatling's log cannot be read: " + e.getMessage(),
                    "reading " + log,
                    e instanceof UnreadableLog
                            ? "run the simulation with a supported version of Gatling, or report the file if it is one"
                            : "look at the disk: is it full, was the file removed?",
                    List.of());
        }
    }

    /**
     * Merges the results of several generators for the same window. Counts and rates add up, latencies are merged
     * without loss, and the lag is the worst one's. In the series, the 99th percentile of a second is the worst one's
     * too, and its median the mean of theirs, weighted by requests: a series has no histograms.
     *
     * @param parts at least one
     */
    static LoadResult merged(List<LoadResult> parts) {
        LoadResult first = Collections.min(parts, Comparator.comparing(LoadResult::loadStart));
        return new LoadResult(
                first.window,
                first.loadStart,
                parts.stream().allMatch(LoadResult::counted),
                RequestStats.merged(parts.stream().map(LoadResult::requests).toList()),
                new LoadQuality(
                        parts.stream()
                                .mapToDouble(part -> part.quality.intendedRate())
                                .sum(),
                        parts.stream()
                                .mapToDouble(part -> part.quality.achievedRate())
                                .sum(),
                        Double.NaN,
                        parts.stream()
                                .mapToDouble(part -> part.quality.lagP99())
                                .filter(lag -> !Double.isNaN(lag))
                                .max()
                                .orElse(Double.NaN)),
                mergedSeries(parts, first.loadStart),
                Faults.Failure.merged(parts.stream().map(LoadResult::failures).toList()),
                parts.stream()
                        .flatMap(part -> part.warnings.stream())
                        .distinct()
                        .toList());
    }

    public LoadResult with(List<Warning> more) {
        List<Warning> all = new ArrayList<>(warnings);
        all.addAll(more);
        return new LoadResult(window, loadStart, counted, requests, quality, series, failures, all);
    }

    /** A copy by a clock that is behind the one of the measurement. */
    public LoadResult behind(Duration offset) {
        return new LoadResult(
                new Window(window.start().minus(offset), window.end().minus(offset)),
                loadStart.minus(offset),
                counted,
                requests,
                quality,
                series,
                failures,
                warnings);
    }

    private static List<SeriesPoint> mergedSeries(List<LoadResult> parts, Instant start) {
        TreeMap<Double, SeriesPoint> seconds = new TreeMap<>();
        for (LoadResult part : parts) {
            long later = Math.round(Duration.between(start, part.loadStart).toMillis() / 1e3);
            part.series.forEach(point ->
                    seconds.merge(later + point.second(), at(point, later + point.second()), LoadResult::both));
        }
        return List.copyOf(seconds.values());
    }

    private static SeriesPoint at(SeriesPoint point, double second) {
        return new SeriesPoint(
                second,
                Double.NaN,
                Double.NaN,
                point.throughput(),
                point.failed(),
                point.p50(),
                point.p99(),
                Double.NaN);
    }

    private static SeriesPoint both(SeriesPoint one, SeriesPoint other) {
        double ok = one.throughput() - one.failed();
        double otherOk = other.throughput() - other.failed();
        return new SeriesPoint(
                one.second(),
                Double.NaN,
                Double.NaN,
                one.throughput() + other.throughput(),
                one.failed() + other.failed(),
                Double.isNaN(one.p50())
                        ? other.p50()
                        : Double.isNaN(other.p50())
                                ? one.p50()
                                : (ok * one.p50() + otherOk * other.p50()) / (ok + otherOk),
                Double.isNaN(one.p99())
                        ? other.p99()
                        : Double.isNaN(other.p99()) ? one.p99() : Math.max(one.p99(), other.p99()),
                Double.NaN);
    }

    private static LoadFailed nothingLogged(Path log) {
        return new LoadFailed(
                "Gatling logged nothing: it writes only when 8 KiB have accumulated, or when it ends by itself",
                "reading " + log,
                "let the simulation extend dev.flamegate.gatling.ControlledSimulation, or raise its rate or duration",
                List.of());
    }

    /** One pass over a log. */
    private static final class Reading {
        /** Microseconds in a millisecond, the unit that Gatling counts in. */
        private static final long MICROS = 1000;

        private final Window window;
        private final WindowTally inWindow;
        private final SecondsTally seconds = new SecondsTally();
        private @Nullable Instant loadStart;
        private long last = Long.MIN_VALUE;

        Reading(Window window, @Nullable Injection injection) {
            this.window = window;
            this.inWindow = new WindowTally(window, injection);
        }

        boolean begun() {
            return loadStart != null;
        }

        void add(LogRecord record) {
            inWindow.add(record);
            if (record instanceof LogRecord.Run run) {
                loadStart = Instant.ofEpochMilli(run.start());
                seconds.begin(run.start());
            } else if (record instanceof LogRecord.Request request) {
                seconds.request(request.start() * MICROS, request.end() * MICROS, request.ok());
                last = Math.max(last, request.end());
            } else if (record instanceof LogRecord.User user) {
                last = Math.max(last, user.time());
            }
        }

        LoadResult result(int cutOff, boolean ended) {
            return new LoadResult(
                    window,
                    Objects.requireNonNull(loadStart),
                    true,
                    inWindow.requests(),
                    inWindow.quality(),
                    seconds.series(),
                    inWindow.failures(),
                    warnings(cutOff, ended));
        }

        private List<Warning> warnings(int cutOff, boolean ended) {
            List<Warning> warnings = new ArrayList<>();
            long missing =
                    window.end().toEpochMilli() - Math.max(last, window.start().toEpochMilli());
            if (!ended && missing > 0) {
                warnings.add(new Warning(
                        Notice.LOAD_LOG_SHORT,
                        "Gatling's log ends up to " + missing + " ms before the measured window does: requests of that"
                                + " time may be missing"));
            }
            if (cutOff > 0 && (ended || missing > 0)) {
                warnings.add(new Warning(
                        Notice.LOAD_LOG_CUT,
                        "Gatling's log ends inside a record: " + cutOff + " bytes of it were left out"));
            }
            return warnings;
        }
    }
}
