package dev.flamegate.collect.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.collect.CounterIncrement;
import dev.flamegate.collect.Token;
import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.collect.probe.Probe;
import dev.flamegate.collect.probe.ProbeReading;
import dev.flamegate.collect.probe.ProbeServer;
import dev.flamegate.collect.targets.BusyTarget;
import dev.flamegate.collect.targets.TargetProcess;
import dev.flamegate.model.Counter;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Hotspots;
import dev.flamegate.profile.MethodCost;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The real agents in a real target. */
class AgentToReceiverTest {
    private static final String MULTIPLY = BusyTarget.class.getName() + ".multiply";
    private static final String LAMBDA = BusyTarget.class.getName() + ".lambda";

    @Test
    void the_agent_s_pushes_name_the_busy_method_its_request_and_its_pool() throws Exception {
        Token token = Token.random();
        try (ProbeServer probes = ProbeServer.open(InetAddress.getLoopbackAddress(), token);
                ProfileReceiver receiver = ProfileReceiver.open(ReceiverOptions.loopback(token));
                TargetProcess target = start(probes, receiver)) {
            receiver.expect(target.pid());
            Probe probe = probes.await(OptionalLong.of(target.pid()), Duration.ofSeconds(120));
            // The first push costs the agent a gap of some hundred milliseconds: it loads its HTTP client.
            assertThat(receiver.awaitCovering(Instant.now().minusSeconds(60), Duration.ofSeconds(120)))
                    .isTrue();
            Thread.sleep(500);
            ProbeReading before = probe.read();
            Thread.sleep(3_000);
            ProbeReading after = probe.read();
            assertThat(receiver.awaitCovering(after.at(), Duration.ofSeconds(120)))
                    .as(target.log())
                    .isTrue();

            CounterIncrement increment = after.since(before);
            double cpu = increment.counters().get(Counter.CPU_PROCESS);
            check(receiver.profiles(increment.window(), cpu), increment.window().seconds());
        }
    }

    private static TargetProcess start(ProbeServer probes, ProfileReceiver receiver) throws Exception {
        List<String> options = List.of(
                "-javaagent:" + TargetProcess.AGENTS.resolve("pyroscope.jar"),
                probes.javaAgentOption(TargetProcess.AGENTS.resolve("flamegate-probe.jar")));
        AgentSettings settings =
                AgentSettings.of("busy", Set.of(ProfileEvent.CPU, ProfileEvent.WALL), Duration.ofMillis(10));
        Map<String, String> environment = new HashMap<>(probes.environment());
        environment.putAll(receiver.environment(settings));
        return TargetProcess.start(BusyTarget.class, options, environment, "60");
    }

    private static void check(ProfileCut cut, double seconds) {
        assertThat(cut.warnings()).isEmpty();
        assertThat(cut.trees()).containsOnlyKeys(ProfileEvent.CPU, ProfileEvent.WALL);
        ProfileQuality quality = cut.quality().get(0);
        assertThat(quality.event()).isEqualTo(ProfileEvent.CPU);
        assertThat(quality.coverage()).isBetween(0.5, 1.5);
        assertThat(quality.gap()).isBetween(0.0, 2.0);
        assertThat(quality.interval()).isEqualTo(0.01);

        double recorded = seconds - quality.gap();
        CallTree cpu = cut.trees().get(ProfileEvent.CPU);
        Hotspots hotspots = Hotspots.of(cpu);
        MethodCost multiply = hotspots.find(MULTIPLY).orElseThrow();
        assertThat(hotspots.methods()).allMatch(method -> method.self().candidate() <= hotspots.candidate());
        assertThat(multiply.self().share()).isGreaterThan(0.3);
        assertThat(multiply.line()).isGreaterThan(0);
        assertThat(hotspots.find(LAMBDA)).isPresent();
        assertThat(hotspots.find(BusyTarget.class.getName() + ".lambda$lambda")).isPresent();
        assertThat(Hotspots.of(cpu.filter(facet -> facet.request().equals("GET /multiply")))
                        .find(MULTIPLY))
                .hasValueSatisfying(cost -> assertThat(cost.total().candidate())
                        .isEqualTo(multiply.total().candidate()));
        assertThat(cut.trees()
                                .get(ProfileEvent.WALL)
                                .filter(AgentToReceiverTest::isIdle)
                                .weight()
                        * 1e-9)
                .as("wall time of four idle threads")
                .isBetween(4 * recorded * 0.6, 4 * recorded * 1.4);
    }

    private static boolean isIdle(Facet facet) {
        return facet.equals(new Facet("idle-pool-#", "", "sleeping"));
    }
}
