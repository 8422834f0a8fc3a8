package dev.flamegate.runtime;

import dev.flamegate.collect.Token;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.collect.probe.Probe;
import dev.flamegate.collect.probe.ProbeServer;
import dev.flamegate.collect.receiver.Forwarding;
import dev.flamegate.collect.receiver.ProfileReceiver;
import dev.flamegate.collect.receiver.ReceiverOptions;
import dev.flamegate.targets.Agents;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Listens for the agents of one target, each with a separate token that is valid for this start alone. */
public final class Listeners implements AutoCloseable {
    /** Makes samples exact: otherwise they lean towards safepoints, and blame callers for hot methods. */
    private static final List<String> EXACT = List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints");

    private final ProbeServer probes;
    private final Token probeToken;
    private final ProfileReceiver receiver;

    private Listeners(ProbeServer probes, Token probeToken, ProfileReceiver receiver) {
        this.probes = probes;
        this.probeToken = probeToken;
        this.receiver = receiver;
    }

    /**
     * Listens on an address of this host.
     *
     * @param pyroscope server that gets a copy of every profile; {@code null} for none
     * @param labels put on the profiles that are forwarded
     * @throws dev.flamegate.collect.CollectionFailed when it cannot be listened on
     */
    public static Listeners open(
            InetAddress address, MeasurementPlan setup, @Nullable ServerAddress pyroscope, Map<String, String> labels) {
        ReceiverOptions options = ReceiverOptions.at(address, Token.random());
        if (pyroscope != null) {
            options =
                    options.forwardingTo(new Forwarding(Servers.pyroscope(pyroscope), setup.applicationName(), labels));
        }
        Token probeToken = Token.random();
        ProbeServer probes = ProbeServer.open(address, probeToken);
        try {
            return new Listeners(probes, probeToken, ProfileReceiver.open(options));
        } catch (RuntimeException e) {
            probes.close();
            throw e;
        }
    }

    public ProbeServer probes() {
        return probes;
    }

    public ProfileReceiver receiver() {
        return receiver;
    }

    /**
     * Waits for the probe of the service itself: the last one wanted, as a script may start the service from a JVM.
     *
     * @param first process to wait for; empty for any
     * @param wanted processes that may be the service
     * @param checkAlive fails with the better reason when the target is gone
     * @throws dev.flamegate.collect.CollectionFailed when none has connected within {@code limit}
     */
    public Probe awaitProbe(OptionalLong first, Duration limit, LongPredicate wanted, Runnable checkAlive)
            throws InterruptedException {
        try {
            Probe connected = probes.await(first, limit);
            return probes.latest(wanted).orElse(connected);
        } catch (RuntimeException e) {
            checkAlive.run();
            throw e;
        }
    }

    /**
     * Options and variables with which a target connects to these listeners.
     *
     * @param probe path of the probe's jar as the target sees it
     * @param agent path of the jar of {@link MeasurementPlan#agent} as the target sees it
     * @param host this host's name or address as the target sees it
     */
    public Agents agents(MeasurementPlan setup, String probe, String agent, String host) {
        List<String> options = new ArrayList<>();
        options.add(probes.javaAgentOption(probe, host));
        if (setup.profiles()) {
            options.addAll(EXACT);
        }
        if (setup.agent() != null) {
            options.add("-javaagent:" + agent);
        }
        if (!setup.profiles()) {
            return new Agents(options, probes.environment());
        }
        Map<String, String> environment = new LinkedHashMap<>(probes.environment());
        environment.putAll(profiler(setup, host, receiver.address().getPort()));
        return new Agents(options, environment);
    }

    /**
     * Options and variables for a target that cannot reach this host: a relay in its probe connects it, and also
     * delivers the profiler's jar.
     *
     * @param probe path of the probe's jar as the target sees it
     * @param port that the probe relays at
     * @param folder that the target can write the profiler to
     */
    public Agents relayed(MeasurementPlan setup, String probe, int port, String folder) {
        List<String> options = new ArrayList<>(List.of(ProbeServer.relayOption(probe, port, folder)));
        Map<String, String> environment = new LinkedHashMap<>(probes.environment());
        if (setup.profiles()) {
            options.addAll(EXACT);
            environment.putAll(profiler(setup, "127.0.0.1", port));
        }
        return new Agents(options, environment);
    }

    /** The environment that makes the profiler push here. */
    private Map<String, String> profiler(MeasurementPlan setup, String host, int port) {
        return setup.attachesProfiler()
                ? receiver.environment(setup.agentSettings(), host, port)
                : receiver.otlpEnvironment(host, port);
    }

    /** The token by which the target's relay recognises this gate. */
    public String relayToken() {
        return probeToken.hex();
    }

    @Override
    public void close() {
        receiver.close();
        probes.close();
    }
}
