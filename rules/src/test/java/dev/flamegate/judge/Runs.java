package dev.flamegate.judge;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Faults;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.MetricSeries;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Run;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.Trial;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.testing.TrialBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Runs for tests: each trial 20 s of 100 requests a second, with a CPU cost per request of its own. */
public final class Runs {
    public static final Instant START = Instant.parse("2026-11-20T15:42:33Z");
    static final int REQUESTS = 2000;
    private static final double SECONDS = 20;

    private Runs() {}

    /** A run whose trials cost so many CPU seconds per request. */
    public static ProfiledRun costing(double... cpuPerRequest) {
        List<Trial> trials = new ArrayList<>();
        for (double cost : cpuPerRequest) {
            trials.add(trial(trials.size() + 1, cost, 0, LoadQuality.UNKNOWN));
        }
        return of(trials);
    }

    /** A run whose trials allocate so many bytes per request. */
    static ProfiledRun allocating(double... bytesPerRequest) {
        double[] costs = new double[bytesPerRequest.length];
        Arrays.fill(costs, 0.004);
        return allocating(costing(costs), bytesPerRequest);
    }

    /** Returns a run like another, whose trials allocate so many bytes per request. */
    static ProfiledRun allocating(ProfiledRun run, double... bytesPerRequest) {
        List<Trial> trials = new ArrayList<>();
        for (Trial trial : run.run().trials()) {
            Map<Counter, Double> counters = new EnumMap<>(trial.counters());
            counters.put(Counter.ALLOCATED, bytesPerRequest[trials.size()] * REQUESTS);
            trials.add(with(trial, counters, List.of()));
        }
        return of(trials);
    }

    /** A run of one trial in which some requests failed. */
    static ProfiledRun failing(long failed) {
        return of(List.of(trial(1, 0.004, failed, LoadQuality.UNKNOWN)));
    }

    /** A run of one trial in which all requests of another name failed. */
    static ProfiledRun alsoFailing(String name, long failed, String message) {
        Trial trial = trial(1, 0.004, 0, LoadQuality.UNKNOWN);
        List<RequestStats> requests = new ArrayList<>(trial.requests());
        requests.add(new RequestStats(name, 0, failed, LatencyHistogram.empty()));
        Faults faults = new Faults(null, List.of(new Faults.Failure(name, message, failed)), List.of());
        return of(List.of(
                TrialBuilder.like(trial).requests(requests).faults(faults).build()));
    }

    /** A run of one trial beside which programs used so much. */
    static ProfiledRun beside(Trial.Beside... beside) {
        return with(List.of(), beside);
    }

    /** A run of one trial with a warning. */
    static ProfiledRun warned(Warning warning) {
        return with(List.of(warning));
    }

    private static ProfiledRun with(List<Warning> warnings, Trial.Beside... beside) {
        Trial trial = trial(1, 0.004, 0, LoadQuality.UNKNOWN);
        return of(List.of(TrialBuilder.like(trial)
                .beside(List.of(beside))
                .warnings(warnings)
                .build()));
    }

    /** A run of one trial whose load was so. */
    static ProfiledRun loaded(LoadQuality load) {
        return of(List.of(trial(1, 0.004, 0, load)));
    }

    /** A run whose trials have these parts of their CPU time in stolen time of the host. */
    static ProfiledRun robbed(double... shares) {
        List<Trial> trials = new ArrayList<>();
        for (double share : shares) {
            Trial trial = trial(trials.size() + 1, 0.004, 0, LoadQuality.UNKNOWN);
            Map<Counter, Double> counters = new EnumMap<>(trial.counters());
            counters.put(Counter.HOST_STEAL, share * SECONDS * 2);
            trials.add(with(trial, counters, List.of()));
        }
        return of(trials);
    }

    /** A run whose CPU samples stand for these parts of the CPU time, one trial each. */
    static ProfiledRun covered(double... coverages) {
        List<Trial> trials = new ArrayList<>();
        for (double coverage : coverages) {
            Trial trial = trial(trials.size() + 1, 0.004, 0, LoadQuality.UNKNOWN);
            trials.add(with(
                    trial,
                    trial.counters(),
                    List.of(new ProfileQuality(ProfileEvent.CPU, "ctimer", 0.01, 900, coverage, 0.1))));
        }
        return of(trials);
    }

    /**
     * A run of one trial that was not warm when it was measured, its target using so many CPUs in each second from the
     * start of the load: ten of warm-up, then those measured. JIT takes another CPU, and 100 requests end in each.
     */
    static ProfiledRun unsettled(double... cores) {
        List<SeriesPoint> series = new ArrayList<>();
        for (double each : cores) {
            series.add(new SeriesPoint(series.size() + 1, 1 + each, 1, 100, 0, 0.005, 0.006, 1e8));
        }
        return seen(series, trial(1, 0.004, 0, LoadQuality.UNKNOWN).requests());
    }

    /**
     * A run of one trial in which so many requests ended in each second from the start of the load: ten of warm-up, then those
     * measured. It was not warm when it was measured.
     *
     * @param counted requests in the measured window, which usually are those of its seconds
     */
    static ProfiledRun answering(long counted, double... requests) {
        List<SeriesPoint> series = new ArrayList<>();
        for (double each : requests) {
            series.add(new SeriesPoint(series.size() + 1, 0.5, 0.1, each, 0, 0.005, 0.006, 1e8));
        }
        return seen(series, List.of(new RequestStats("GET /a", counted, 0, LatencyHistogram.empty())));
    }

    private static ProfiledRun seen(List<SeriesPoint> series, List<RequestStats> requests) {
        Trial trial = trial(1, 0.004, 0, LoadQuality.UNKNOWN);
        return of(List.of(TrialBuilder.like(trial)
                .warmUp(new WarmUp(trial.warmUp().window(), false, 0.3, 1000, Double.NaN))
                .series(series)
                .requests(requests)
                .build()));
    }

    private static Trial with(Trial trial, Map<Counter, Double> counters, List<ProfileQuality> profiles) {
        return TrialBuilder.like(trial).counters(counters).profiles(profiles).build();
    }

    static ProfiledRun of(List<Trial> trials) {
        Run run = new Run(
                "20261120-154233-0001",
                "shop",
                START,
                "process",
                1,
                Map.of("host.cpus", "2"),
                new Fingerprint(Map.of("jdk", "17")),
                trials,
                Map.of(),
                List.of());
        return new ProfiledRun(run, trials.stream().map(trial -> tree(0.3)).toList());
    }

    /** The same run with a CPU profile in which {@code Hot.spot} has this share, and the profiler as much again. */
    public static ProfiledRun profiled(ProfiledRun run, double... shares) {
        List<Map<ProfileEvent, CallTree>> trees = new ArrayList<>();
        for (double share : shares) {
            trees.add(tree(share));
        }
        return new ProfiledRun(run.run(), trees);
    }

    private static Map<ProfileEvent, CallTree> tree(double share) {
        Facet http = new Facet("http-#", "GET /a", "running");
        long hot = Math.round(share * 1_000_000);
        CallTree tree = new CallTree.Builder()
                .add(List.of(new Frame("shop.Main.run", 1), new Frame("shop.Hot.spot", 7)), http, hot)
                .add(List.of(new Frame("shop.Main.run", 1), new Frame("shop.Cold.spot", 9)), http, 1_000_000 - hot)
                .add(List.of(new Frame("agent.Upload.push", 1)), new Facet("[profiler]", "", ""), 500_000)
                .build();
        return Map.of(ProfileEvent.CPU, tree);
    }

    private static Trial trial(int number, double cost, long failed, LoadQuality load) {
        Histogram micros = new Histogram(3);
        micros.recordValueWithCount(5000, REQUESTS - failed);
        Instant start = START.plusSeconds(60L * number);
        Window window = new Window(start, start.plusSeconds((long) SECONDS));
        return TrialBuilder.of(
                        number,
                        new WarmUp(new Window(start.minusSeconds(10), start), true, 0.02, 1000, Double.NaN),
                        window)
                .startup(1.2)
                .counters(Map.of(
                        Counter.CPU_PROCESS, cost * (REQUESTS - failed),
                        Counter.CPU_JIT, 0.01 * cost * REQUESTS,
                        Counter.ALLOCATED, 1e5 * REQUESTS))
                .gauges(Map.of(Gauge.THREADS, 20.0 + number))
                .scraped(new Scraped(
                        Map.of(new MetricSeries("orders_total", Map.of("kind", "big")), 40.0),
                        Map.of(new MetricSeries("queue", Map.of()), new Scraped.Level(7, 4, 3)),
                        Map.of()))
                .requests(List.of(
                        new RequestStats("GET /a", REQUESTS - failed, failed, LatencyHistogram.ofMicros(micros))))
                .load(load)
                .profiles(List.of(new ProfileQuality(ProfileEvent.CPU, "ctimer", 0.01, 3000, 1, 0.1)))
                .build();
    }
}
