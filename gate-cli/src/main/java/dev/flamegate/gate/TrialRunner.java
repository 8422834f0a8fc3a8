package dev.flamegate.gate;

import dev.flamegate.collect.Token;
import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.collect.probe.Probe;
import dev.flamegate.collect.probe.ProbeIncrement;
import dev.flamegate.collect.probe.ProbeReading;
import dev.flamegate.collect.probe.ProbeServer;
import dev.flamegate.collect.prometheus.RequestHistogram;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.collect.prometheus.ScrapeIncrement;
import dev.flamegate.collect.prometheus.Scraper;
import dev.flamegate.collect.receiver.AgentSettings;
import dev.flamegate.collect.receiver.ProfileReceiver;
import dev.flamegate.collect.receiver.ReceiverOptions;
import dev.flamegate.load.FailureCount;
import dev.flamegate.load.GatlingHome;
import dev.flamegate.load.GatlingLoad;
import dev.flamegate.load.LoadResult;
import dev.flamegate.load.Progress;
import dev.flamegate.model.Counter;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.Trial;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.plan.LoadSpec.WarmUpBounds;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.CpuCalibration;
import dev.flamegate.profile.ProfileEvent;
import dev.flamegate.target.Agents;
import dev.flamegate.target.Children;
import dev.flamegate.target.CpuSet;
import dev.flamegate.target.ProcessTarget;
import dev.flamegate.target.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Measures one trial: starts the target, warms it up, measures, collects, stops. */
final class TrialRunner implements AutoCloseable {
    private static final Map<String, Counter> CPU_BY_POOL = Map.of(
            "", Counter.CPU_APPLICATION,
            "[jit]", Counter.CPU_JIT,
            "[gc]", Counter.CPU_GC,
            "[vm]", Counter.CPU_VM,
            "[profiler]", Counter.CPU_PROFILER);

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration SCRAPE_EVERY = Duration.ofSeconds(5);
    private static final Duration SCRAPE_WITHIN = Duration.ofSeconds(5);
    private static final Duration PROBE_WITHIN = Duration.ofSeconds(10);
    private static final Duration GATLING_WITHIN = Duration.ofSeconds(60);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);
    /** The agent pushes every two seconds; a push takes a moment. */
    private static final Duration PUSH_WITHIN = Duration.ofSeconds(6);

    private final Plan plan;
    private final Path planFolder;
    private final Installation installation;
    private final CpuSet cpus;
    private final Children children;
    private @Nullable GatlingLoad prepared;

    TrialRunner(Plan plan, Path planFolder, Installation installation, CpuSet cpus, Children children) {
        this.plan = plan;
        this.planFolder = planFolder;
        this.installation = installation;
        this.cpus = cpus;
        this.children = children;
    }

    /**
     * One trial.
     *
     * @param work a folder of this trial alone, for logs
     * @param next that of the next trial, whose generator is started while this trial's last profile is waited for;
     *     {@code null} after the last
     * @throws dev.flamegate.target.TargetFailed and the like when it cannot be measured; nothing is left running
     */
    MeasuredTrial measure(int number, Path work, @Nullable Path next, TrialProgress progress)
            throws InterruptedException {
        Stages stages = new Stages("start");
        progress.stage("starting", Duration.ZERO);
        Token token = Token.random();
        folder(work);
        try (ProbeServer probes = ProbeServer.open(InetAddress.getLoopbackAddress(), token);
                ProfileReceiver receiver = ProfileReceiver.open(ReceiverOptions.loopback(token));
                Target target = start(probes, receiver, work.resolve("target.log"));
                GatlingLoad load = takeLoad(work)) {
            receiver.expect(target.pid());
            double startup = target.awaitReady();
            Session session = new Session(target, load, receiver, awaitProbe(probes, target), scraper(target));
            session.scrape();
            load.awaitReady(GATLING_WITHIN);
            try {
                return measure(number, startup, session, next, stages, progress);
            } catch (RuntimeException e) {
                // A target that went away explains whatever failed after it.
                target.checkAlive();
                throw e;
            }
        }
    }

    private MeasuredTrial measure(
            int number, double startup, Session session, @Nullable Path next, Stages stages, TrialProgress progress)
            throws InterruptedException {
        stages.begin("warm-up");
        WarmUp warmUp = warmUp(session, progress);
        stages.begin("measure");
        session.load.measuring();
        int first = session.meter.readings().size();
        List<Scrape> scrapes = window(session, progress);
        List<Meter.Reading> readings = session.meter.readings();
        List<Meter.Reading> inWindow = readings.subList(first, readings.size());
        stages.begin("stop load");
        progress.stage("collecting", Duration.ZERO);
        session.load.stop(STOP_WITHIN);
        stages.begin("last profile");
        if (next != null) {
            prepared = startLoad(next);
        }
        Meter.Reading start = inWindow.get(0);
        Meter.Reading end = inWindow.get(inWindow.size() - 1);
        ProbeIncrement increment = end.target().since(start.target());
        Window window = increment.window();
        boolean covered = !profiles() || session.receiver.awaitCovering(window.end(), PUSH_WITHIN);
        stages.begin("stop target");
        session.target.close();
        stages.begin("analysis");
        Map<Counter, Double> counters = Meter.between(increment, start, end);
        ProfileCut cut = session.receiver.profiles(window, counters.getOrDefault(Counter.CPU_PROCESS, Double.NaN));
        LoadResult result = session.load.result(window);
        ScrapeIncrement scraped = scrapes.size() < 2
                ? new ScrapeIncrement(Map.of(), List.of(), List.of())
                : ScrapeIncrement.over(scrapes, requestHistogram());
        List<Warning> warnings = warnings(increment, cut, result, scraped, covered);
        stages.begin("");
        Trial trial = new Trial(
                number,
                startup,
                warmUp,
                window,
                counters,
                Meter.largest(inWindow),
                result.requests(),
                scraped.latency(),
                scraped.scraped(),
                withCpu(result.quality(), counters, window),
                cut.quality(),
                SeriesOfTrial.join(result.series(), result.loadStart(), readings),
                stages.seconds(),
                warnings);
        return new MeasuredTrial(trial, calibrated(cut.trees(), counters), session.probe.facts());
    }

    private WarmUp warmUp(Session session, TrialProgress progress) throws InterruptedException {
        WarmUpBounds bounds = plan.load().warmUp();
        WarmUpMonitor monitor = new WarmUpMonitor();
        session.load.go();
        Instant start = session.meter.read().target().at();
        long began = System.nanoTime();
        while (true) {
            Thread.sleep(POLL.toMillis());
            session.check();
            Progress seen = session.load.progress();
            ProbeReading reading = session.meter.read().target();
            double seconds = (System.nanoTime() - began) / 1e9;
            double jit = reading.counter(Counter.CPU_JIT).orElse(0);
            monitor.add(new WarmUpMonitor.Point(
                    seconds, reading.counter(Counter.CPU_PROCESS).orElse(0) - jit, jit, seen.ended()));
            boolean flat = monitor.isFlat();
            Duration longest = bounds.atMost();
            progress.stage("warming up", longest.minus(Duration.ofMillis((long) (seconds * 1e3))));
            progress.detail(String.format(
                    Locale.ROOT, "%d requests, JIT %.0f %% of the CPU", seen.ended(), 100 * monitor.jitShare()));
            boolean over = seconds >= longest.toNanos() / 1e9;
            if (over || (flat && seconds >= bounds.atLeast().toNanos() / 1e9)) {
                return new WarmUp(new Window(start, reading.at()), flat, monitor.jitShare(), seen.ended());
            }
        }
    }

    /** Reads the edges of the window and, between them, levels every second; answers with the scrapes. */
    private List<Scrape> window(Session session, TrialProgress progress) throws InterruptedException {
        List<Scrape> scrapes = new ArrayList<>();
        session.scrape().ifPresent(scrapes::add);
        session.meter.read();
        long began = System.nanoTime();
        long length = plan.load().measure().toNanos();
        long nextScrape = SCRAPE_EVERY.toNanos();
        for (long elapsed = 0; elapsed < length; elapsed = System.nanoTime() - began) {
            Thread.sleep(Math.max(1, Math.min(1000, (length - elapsed) / 1_000_000)));
            session.check();
            long now = System.nanoTime() - began;
            if (now < length) {
                session.meter.read();
                if (now >= nextScrape) {
                    session.scrape().ifPresent(scrapes::add);
                    nextScrape += SCRAPE_EVERY.toNanos();
                }
            }
            progress.stage("measuring", Duration.ofNanos(Math.max(0, length - now)));
            Progress seen = session.load.progress();
            progress.detail(seen.ended() + " requests"
                    + (seen.failed() > 0 ? ", " + seen.failed() + " failed" : "")
                    + ", " + seen.active() + " in flight");
        }
        session.meter.read();
        session.scrape().ifPresent(scrapes::add);
        return scrapes;
    }

    /** Ends a generator started ahead for a trial that did not come. */
    @Override
    public void close() {
        if (prepared != null) {
            prepared.close();
        }
    }

    private Target start(ProbeServer probes, ProfileReceiver receiver, Path log) {
        TargetSpec spec = plan.target();
        List<String> options = new ArrayList<>(cpus.javaOptions());
        options.add(probes.javaAgentOption(installation.probe()));
        Map<String, String> environment = Map.of();
        if (profiles()) {
            // Without it, samples lean towards safepoints: a hot method would be taken for its caller.
            options.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"));
            options.add("-javaagent:" + installation.pyroscope());
            environment = receiver.environment(
                    AgentSettings.of(applicationName(), events(), plan.profile().interval()));
        }
        return ProcessTarget.start(spec, planFolder, new Agents(options, environment), cpus.target(), log, children);
    }

    /** The generator started ahead for this trial, else a new one. */
    private GatlingLoad takeLoad(Path work) {
        GatlingLoad load = prepared == null ? startLoad(work) : prepared;
        prepared = null;
        return load;
    }

    private GatlingLoad startLoad(Path work) {
        GatlingLoad load = GatlingLoad.start(
                plan.load(),
                ProcessTarget.baseUrl(plan.target()),
                planFolder,
                work.resolve("gatling"),
                GatlingHome.of(installation.gatling()),
                cpus.generator());
        ProcessHandle.of(load.pid()).ifPresent(children::add);
        return load;
    }

    private static Probe awaitProbe(ProbeServer probes, Target target) throws InterruptedException {
        try {
            return probes.await(OptionalLong.of(target.pid()), PROBE_WITHIN);
        } catch (RuntimeException e) {
            target.checkAlive();
            throw e;
        }
    }

    private @Nullable Scraper scraper(Target target) {
        TargetSpec.Metrics metrics = plan.target().metrics();
        return metrics == null ? null : new Scraper(target.baseUrl().resolve(metrics.path()), SCRAPE_WITHIN);
    }

    private RequestHistogram requestHistogram() {
        TargetSpec.Metrics metrics = plan.target().metrics();
        return metrics == null
                ? RequestHistogram.WELL_KNOWN
                : new RequestHistogram(metrics.latency(), metrics.requestLabel());
    }

    private boolean profiles() {
        return !plan.profile().events().isEmpty();
    }

    private Set<ProfileEvent> events() {
        Set<ProfileEvent> events = EnumSet.noneOf(ProfileEvent.class);
        plan.profile().events().forEach(event -> ProfileEvent.find(event).ifPresent(events::add));
        return events;
    }

    /** The service's name in the letters that a push may bear. */
    private String applicationName() {
        return plan.service().replaceAll("[^A-Za-z0-9._-]", "-");
    }

    private static LoadQuality withCpu(LoadQuality quality, Map<Counter, Double> counters, Window window) {
        return new LoadQuality(
                quality.intendedRate(),
                quality.achievedRate(),
                counters.getOrDefault(Counter.GENERATOR_CPU, Double.NaN) / window.seconds(),
                quality.lagP99());
    }

    /** CPU samples set to the CPU counted for each group of threads. */
    private static Map<ProfileEvent, CallTree> calibrated(
            Map<ProfileEvent, CallTree> trees, Map<Counter, Double> counters) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        CPU_BY_POOL.forEach((pool, counter) -> {
            Double counted = counters.get(counter);
            if (counted != null) {
                seconds.put(pool, counted);
            }
        });
        Map<ProfileEvent, CallTree> calibrated = new EnumMap<>(ProfileEvent.class);
        trees.forEach((event, tree) ->
                calibrated.put(event, event == ProfileEvent.CPU ? CpuCalibration.calibrate(tree, seconds) : tree));
        return calibrated;
    }

    private static List<Warning> warnings(
            ProbeIncrement increment, ProfileCut cut, LoadResult result, ScrapeIncrement scraped, boolean covered) {
        List<Warning> warnings = new ArrayList<>(increment.warnings());
        warnings.addAll(cut.warnings());
        warnings.addAll(result.warnings());
        warnings.addAll(scraped.warnings());
        if (!covered) {
            warnings.add(new Warning("last-push", "the push that covers the end of the window did not arrive in time"));
        }
        for (FailureCount failure : result.failures()) {
            warnings.add(new Warning("failed-requests", failure.count() + " × " + failure.message()));
        }
        return warnings;
    }

    private static void folder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("the folder for logs cannot be made: " + folder, e);
        }
    }

    /** Everything that speaks with one running target. */
    private static final class Session {
        private final Target target;
        private final GatlingLoad load;
        private final ProfileReceiver receiver;
        private final Probe probe;
        private final Meter meter;
        private final @Nullable Scraper scraper;

        Session(Target target, GatlingLoad load, ProfileReceiver receiver, Probe probe, @Nullable Scraper scraper) {
            this.target = target;
            this.load = load;
            this.receiver = receiver;
            this.probe = probe;
            this.meter = new Meter(probe, load);
            this.scraper = scraper;
        }

        Optional<Scrape> scrape() throws InterruptedException {
            return scraper == null ? Optional.empty() : Optional.of(scraper.scrape());
        }

        void check() {
            target.checkAlive();
            load.check();
        }
    }
}
