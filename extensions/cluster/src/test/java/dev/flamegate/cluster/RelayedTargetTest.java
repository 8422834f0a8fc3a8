package dev.flamegate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.collect.Token;
import dev.flamegate.collect.probe.Probe;
import dev.flamegate.collect.probe.ProbeReading;
import dev.flamegate.collect.probe.ProbeServer;
import dev.flamegate.collect.receiver.AgentSettings;
import dev.flamegate.collect.receiver.ProfileReceiver;
import dev.flamegate.collect.receiver.ReceiverOptions;
import dev.flamegate.collect.targets.BusyTarget;
import dev.flamegate.collect.targets.TargetProcess;
import dev.flamegate.model.Counter;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.targets.FreePort;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real agents in a real target that does not know where the gate is, as in a pod, but without a cluster between. */
class RelayedTargetTest {
    private static final Duration LIMIT = Duration.ofSeconds(120);

    private final Token token = Token.random();

    @Test
    void counters_and_profiles_come_through_the_relay_and_the_profiler_is_sent(@TempDir Path folder) throws Exception {
        int port = FreePort.find();
        try (ProbeServer probes = ProbeServer.open(InetAddress.getLoopbackAddress(), token);
                ProfileReceiver receiver = ProfileReceiver.open(ReceiverOptions.loopback(token));
                TargetProcess target = start(probes, receiver, port, folder);
                Tunnel tunnel = tunnel(port, token.hex(), probes, receiver)) {
            Probe probe = probes.await(OptionalLong.of(target.pid()), LIMIT);
            ProbeReading before = probe.read();
            assertThat(receiver.awaitCovering(before.at(), LIMIT))
                    .as(target.log())
                    .isTrue();
            ProbeReading after = probe.read();
            assertThat(receiver.awaitCovering(after.at(), LIMIT)).isTrue();

            var increment = after.since(before);
            assertThat(increment.counters().get(Counter.CPU_PROCESS)).isPositive();
            assertThat(receiver.profiles(increment.window(), 1).trees()).containsKey(ProfileEvent.CPU);
            assertThat(tunnel.sinceStart().orElseThrow()).isPositive();
            assertThat(folder).isDirectoryContaining(file -> file.toString().endsWith(".jar"));
        }
    }

    @Test
    void who_does_not_know_the_token_gets_no_agent(@TempDir Path folder) throws Exception {
        int port = FreePort.find();
        try (ProbeServer probes = ProbeServer.open(InetAddress.getLoopbackAddress(), token);
                ProfileReceiver receiver = ProfileReceiver.open(ReceiverOptions.loopback(token));
                TargetProcess target = start(probes, receiver, port, folder);
                Tunnel stranger = tunnel(port, Token.random().hex(), probes, receiver);
                Tunnel gate = tunnel(port, token.hex(), probes, receiver)) {
            probes.await(OptionalLong.of(target.pid()), LIMIT);

            assertThat(gate.sinceStart()).isPresent();
            assertThat(stranger.sinceStart()).isEmpty();
        }
    }

    private TargetProcess start(ProbeServer probes, ProfileReceiver receiver, int port, Path folder) throws Exception {
        AgentSettings settings = AgentSettings.of("busy", Set.of(ProfileEvent.CPU), Duration.ofMillis(10));
        Map<String, String> environment = new HashMap<>(probes.environment());
        environment.putAll(receiver.environment(settings, "127.0.0.1", port));
        String probe = TargetProcess.AGENTS.resolve("flamegate-probe.jar").toString();
        List<String> options = List.of(ProbeServer.relayOption(probe, port, folder.toString()));
        return TargetProcess.start(BusyTarget.class, options, environment, "60");
    }

    private static Tunnel tunnel(int port, String known, ProbeServer probes, ProfileReceiver receiver) {
        return Tunnel.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                new Tunnel.Ends(
                        known, probes.address(), receiver.address(), TargetProcess.AGENTS.resolve("pyroscope.jar")));
    }
}
