package dev.flamegate.store;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Faults;
import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.MetricSeries;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Run;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.SeriesPoint;
import dev.flamegate.model.ServerLatency;
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
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** A run that has something in every field. */
public final class StoredRuns {
    public static final Instant START = Instant.parse("2026-11-20T15:42:33.123456789Z");

    private StoredRuns() {}

    public static ProfiledRun run(String id, Instant started, String jdk) {
        Run run = new Run(
                id,
                "shop",
                started,
                "process",
                1.5,
                Map.of("commit", "0a1b2c", "host.cpus", "2"),
                new Fingerprint(Map.of("jdk", jdk)),
                List.of(trial()),
                Map.of("prepare", 0.25),
                List.of(new Warning("cpu-limit", "not enforced: “quoted” <b>")));
        CallTree tree = new CallTree.Builder()
                .add(
                        List.of(new Frame("shop.Main.run", 3), new Frame("shop.Ünïcode.go", 7)),
                        new Facet("http-#", "GET /a", "running"),
                        10_000_000)
                .build();
        return new ProfiledRun(run, List.of(Map.of(ProfileEvent.CPU, tree)));
    }

    /** A run like {@link #run} of another service. */
    public static ProfiledRun of(String service, String id, Instant started) {
        ProfiledRun like = run(id, started, "17");
        Run run = like.run();
        return new ProfiledRun(
                new Run(
                        id,
                        service,
                        started,
                        run.runtime(),
                        run.cpus(),
                        run.context(),
                        run.fingerprint(),
                        run.trials(),
                        run.seconds(),
                        run.warnings()),
                like.trials());
    }

    /** A run like {@link #run}, without a profile, that used another amount of CPU. */
    public static ProfiledRun costing(String id, Instant started, double cpuSeconds) {
        Run run = run(id, started, "17").run();
        Trial trial = run.trials().get(0);
        Trial costing = TrialBuilder.like(trial)
                .counters(Map.of(Counter.CPU_PROCESS, cpuSeconds))
                .scraped(Scraped.NOTHING)
                .serverLatency(List.of())
                .profiles(List.of())
                .warnings(List.of())
                .faults(Faults.NONE)
                .build();
        return new ProfiledRun(
                new Run(
                        id,
                        run.service(),
                        started,
                        run.runtime(),
                        run.cpus(),
                        Map.of("commit", "c0ffee" + id),
                        run.fingerprint(),
                        List.of(costing),
                        run.seconds(),
                        List.of()),
                List.of(Map.of()));
    }

    /** A run of one trial like another, but for its faults. */
    public static Run withFaults(Run run, Faults faults) {
        return with(run, run.trials().get(0).beside(), faults);
    }

    /** A run of one trial like another, but for what stood beside it, and its faults. */
    public static Run with(Run run, List<Trial.Beside> beside, Faults faults) {
        Trial trial = run.trials().get(0);
        return new Run(
                run.id(),
                run.service(),
                run.started(),
                run.runtime(),
                run.cpus(),
                run.context(),
                run.fingerprint(),
                List.of(TrialBuilder.like(trial).beside(beside).faults(faults).build()),
                run.seconds(),
                run.warnings());
    }

    private static Trial trial() {
        Histogram micros = new Histogram(3);
        micros.recordValueWithCount(5000, 99);
        micros.recordValue(250_000);
        Window window = new Window(START.plusSeconds(10), START.plusSeconds(30));
        return TrialBuilder.of(
                        1,
                        new WarmUp(new Window(START, START.plusSeconds(10)), true, Double.NaN, 400, Double.NaN),
                        window)
                .startup(1.25)
                .series(List.of(new SeriesPoint(1, 0.3, Double.NaN, 40, 0, 0.005, 0.01, 1e8)))
                .seconds(Map.of("start", 2.0))
                .counters(Map.of(Counter.CPU_PROCESS, 2.5, Counter.ALLOCATED, 1e9))
                .gauges(Map.of(Gauge.MEMORY_RSS, 2e8))
                .scraped(new Scraped(Map.of(new MetricSeries("orders_total", Map.of()), 4.0), Map.of(), Map.of()))
                .requests(List.of(new RequestStats("GET /a", 100, 2, LatencyHistogram.ofMicros(micros))))
                .serverLatency(List.of(new ServerLatency(
                        "GET /a",
                        100,
                        0.5,
                        List.of(new ServerLatency.Bucket(0.1, Double.POSITIVE_INFINITY, 100)),
                        "classic")))
                .profiles(List.of(new ProfileQuality(ProfileEvent.CPU, "ctimer", 0.01, 250, 1.0, 0.2)))
                .faults(new Faults(null, List.of(new Faults.Failure("", "status 500", 2)), List.of()))
                .build();
    }
}
