package dev.flamegate.gate;

import dev.flamegate.collect.Token;
import dev.flamegate.collect.probe.Probe;
import dev.flamegate.collect.probe.ProbeServer;
import dev.flamegate.collect.prometheus.Scraper;
import dev.flamegate.collect.receiver.AgentSettings;
import dev.flamegate.collect.receiver.ProfileReceiver;
import dev.flamegate.collect.receiver.ReceiverOptions;
import dev.flamegate.load.GatlingLoad;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.target.Agents;
import dev.flamegate.target.ProcessTarget;
import dev.flamegate.target.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One start of the target with all that listens to it; closing it ends everything it started. */
final class Launch implements AutoCloseable {
    private static final Duration SCRAPE_WITHIN = Duration.ofSeconds(5);
    private static final Duration PROBE_WITHIN = Duration.ofSeconds(10);
    private static final Duration GATLING_WITHIN = Duration.ofSeconds(60);

    private final Rig rig;
    private final TargetSpec spec;
    private final Deque<Runnable> closing = new ArrayDeque<>();
    private final ProbeServer probes;
    private final ProfileReceiver receiver;
    private final Target target;
    private final GatlingLoad load;
    private @Nullable Session session;

    Launch(Rig rig, TargetSpec spec, Path work, @Nullable GatlingLoad prepared) {
        this.rig = rig;
        this.spec = spec;
        if (prepared != null) {
            closing.push(prepared::close);
        }
        try {
            Files.createDirectories(work);
            Token token = Token.random();
            probes = ProbeServer.open(InetAddress.getLoopbackAddress(), token);
            closing.push(probes::close);
            receiver = ProfileReceiver.open(ReceiverOptions.loopback(token));
            closing.push(receiver::close);
            target = startTarget(work.resolve("target.log"));
            closing.push(target::close);
            load = prepared == null ? rig.startLoad(spec, work.resolve("gatling")) : prepared;
            closing.push(load::close);
        } catch (IOException e) {
            close();
            throw new UncheckedIOException("the folder for logs cannot be made: " + work, e);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Waits for target, probe, metrics and generator, in the order in which a failure says most. */
    Session awaitReady() throws InterruptedException {
        double startup = target.awaitReady();
        Probe probe = awaitProbe();
        receiver.expect(probe.facts().pid());
        Session ready = new Session(target, load, receiver, probe, scraper(), startup);
        session = ready;
        ready.scrape();
        load.awaitReady(GATLING_WITHIN);
        return ready;
    }

    /** Throws what explains a failure best: a target that went away explains whatever failed after it. */
    void explain() {
        target.checkAlive();
    }

    @Override
    public void close() {
        if (session != null) {
            session.load().close();
        }
        while (!closing.isEmpty()) {
            closing.pop().run();
        }
    }

    private Target startTarget(Path log) {
        List<String> options = new ArrayList<>(rig.cpus().javaOptions());
        options.add(probes.javaAgentOption(rig.installation().probe()));
        Map<String, String> environment = Map.of();
        if (rig.profiles()) {
            // Without it, samples lean towards safepoints: a hot method would be taken for its caller.
            options.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints"));
            options.add("-javaagent:" + rig.installation().pyroscope());
            environment = receiver.environment(AgentSettings.of(
                    rig.applicationName(), rig.events(), rig.plan().profile().interval()));
        }
        return ProcessTarget.start(
                spec,
                rig.planFolder(),
                new Agents(options, environment),
                rig.cpus().target(),
                log,
                rig.children());
    }

    /** The probe of the service itself: of a command, which may be a script that starts it, the last of its JVMs. */
    private Probe awaitProbe() throws InterruptedException {
        try {
            if (spec.jar() != null) {
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

    private @Nullable Scraper scraper() {
        TargetSpec.Metrics metrics = spec.metrics();
        return metrics == null ? null : new Scraper(target.baseUrl().resolve(metrics.path()), SCRAPE_WITHIN);
    }
}
