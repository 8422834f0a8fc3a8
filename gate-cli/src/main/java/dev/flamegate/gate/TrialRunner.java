package dev.flamegate.gate;

import dev.flamegate.collect.Token;
import dev.flamegate.collect.probe.Probe;
import dev.flamegate.collect.probe.ProbeIncrement;
import dev.flamegate.collect.probe.ProbeServer;
import dev.flamegate.collect.prometheus.RequestHistogram;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.collect.prometheus.ScrapeIncrement;
import dev.flamegate.collect.prometheus.Scraper;
import dev.flamegate.collect.receiver.AgentSettings;
import dev.flamegate.collect.receiver.ProfileReceiver;
import dev.flamegate.collect.receiver.ReceiverOptions;
import dev.flamegate.load.GatlingHome;
import dev.flamegate.load.GatlingLoad;
import dev.flamegate.model.Counter;
import dev.flamegate.model.WarmUp;
import dev.flamegate.model.Window;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
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
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Measures one trial: starts the target, warms it up, measures, collects, stops. */
final class TrialRunner implements AutoCloseable {
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
            double startup = target.awaitReady();
            Probe probe = awaitProbe(probes, target);
            receiver.expect(probe.facts().pid());
            Session session = new Session(target, load, receiver, probe, scraper(target));
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
        WarmUp warmUp = WarmUpStage.run(session, plan.load().warmUp(), progress);
        stages.begin("measure");
        session.load().measuring();
        int first = session.meter().readings().size();
        List<Scrape> scrapes = MeasureStage.run(session, plan.load().measure(), progress);
        stages.begin("stop load");
        progress.stage("collecting", Duration.ZERO);
        session.load().stop(STOP_WITHIN);
        stages.begin("last profile");
        if (next != null) {
            prepared = startLoad(next);
        }
        List<Meter.Reading> readings = session.meter().readings();
        List<Meter.Reading> inWindow = readings.subList(first, readings.size());
        Meter.Reading start = inWindow.get(0);
        Meter.Reading end = inWindow.get(inWindow.size() - 1);
        ProbeIncrement increment = end.target().since(start.target());
        Window window = increment.window();
        boolean covered = !profiles() || session.receiver().awaitCovering(window.end(), PUSH_WITHIN);
        stages.begin("stop target");
        session.target().close();
        stages.begin("analysis");
        Map<Counter, Double> counters = Meter.between(increment, start, end);
        double cpu = counters.getOrDefault(Counter.CPU_PROCESS, Double.NaN);
        TrialAssembly assembly = new TrialAssembly(
                number,
                startup,
                warmUp,
                readings,
                inWindow,
                increment,
                counters,
                session.receiver().profiles(window, cpu),
                session.load().result(window),
                scraped(scrapes),
                covered);
        stages.begin("");
        return new MeasuredTrial(
                assembly.trial(stages.seconds()),
                assembly.trees(),
                session.probe().facts());
    }

    private ScrapeIncrement scraped(List<Scrape> scrapes) {
        return scrapes.size() < 2
                ? new ScrapeIncrement(Map.of(), List.of(), List.of())
                : ScrapeIncrement.over(scrapes, requestHistogram());
    }

    /** Ends a generator started ahead for a trial that did not come. */
    @Override
    public void close() {
        if (prepared != null) {
            prepared.close();
        }
    }

    private Target start(ProbeServer probes, ProfileReceiver receiver, Path log) {
        TargetSpec spec = plan.target().atPort(plan.target().port());
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

    /** The probe of the service itself: of a command, which may be a script that starts it, the last of its JVMs. */
    private Probe awaitProbe(ProbeServer probes, Target target) throws InterruptedException {
        try {
            if (plan.target().jar() != null) {
                return probes.await(OptionalLong.of(target.pid()), PROBE_WITHIN);
            }
            Probe first = probes.await(OptionalLong.empty(), PROBE_WITHIN);
            return probes.latest(pid -> isWithin(pid, target.pid())).orElse(first);
        } catch (RuntimeException e) {
            target.checkAlive();
            throw e;
        }
    }

    private static boolean isWithin(long pid, long ancestor) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        while (process.isPresent()) {
            if (process.get().pid() == ancestor) {
                return true;
            }
            process = process.get().parent();
        }
        return false;
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

    private static void folder(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("the folder for logs cannot be made: " + folder, e);
        }
    }
}
