package dev.flamegate.containers.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.containers.engine.ContainerTarget;
import dev.flamegate.containers.engine.Docker;
import dev.flamegate.containers.engine.Engine;
import dev.flamegate.containers.engine.Images;
import dev.flamegate.containers.engine.RunningContainer;
import dev.flamegate.containers.engine.Sweep;
import dev.flamegate.containers.engine.TestService;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.Owner;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a killed gate left is removed by the next, whenever it was killed. Not side by side with other tests: a gate that
 * starts there would sweep as well.
 */
@Timeout(300)
class SweepIT {
    @TempDir
    Path folder;

    private Engine engine;

    @BeforeEach
    void find() {
        engine = Docker.engine();
    }

    @AfterEach
    void close() {
        if (engine != null) {
            engine.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"network, 0", "network, 150", "network, 400", "started, 0", "started, 300", "ready, 0"})
    void a_gate_killed_in_any_phase_leaves_nothing_after_the_next_start(String phase, long millisLater)
            throws Exception {
        int volumes = Docker.volumes(engine);
        Process gate = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DoomedGate.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        Owner owner = null;
        try (BufferedReader said = gate.inputReader()) {
            StringBuilder all = new StringBuilder();
            for (String line = said.readLine(); ; line = said.readLine()) {
                assertThat(line)
                        .as("what the gate said before it ended: %s", all)
                        .isNotNull();
                all.append(line).append('\n');
                if (line.startsWith("connected ")) {
                    owner = Owner.parse(line.substring("connected ".length())).orElseThrow();
                }
                if (line.equals(phase)) {
                    break;
                }
            }
            Thread.sleep(millisLater);
        } finally {
            gate.destroyForcibly().waitFor();
        }
        assertThat(owner).isNotNull();
        assertThat(Docker.left(engine, owner)).isNotEmpty();

        // A request that was under way when the gate died may be carried out a moment later: the next start comes
        // later.
        Thread.sleep(500);
        Sweep sweep = Sweep.run(engine);

        assertThat(sweep.found()).isTrue();
        assertThat(Docker.left(engine, owner)).isEmpty();
        assertThat(Docker.volumes(engine)).isEqualTo(volumes);
    }

    @Test
    void what_a_living_gate_uses_is_left_alone() throws Exception {
        Path jar = Docker.jar(folder, TestService.class);
        try (ContainerTarget target =
                ContainerTarget.start(engine, Docker.setup(folder, jar, TargetSpec.Limits.NONE, engine))) {
            target.awaitReady();
            Sweep.run(engine);
            target.checkAlive();
            assertThat(Docker.left(engine, Owner.current())).hasSize(2);
        }
    }

    @Test
    void a_foreign_gate_s_containers_go_after_half_a_day() {
        Map<String, String> labels = Map.of(Owner.LABEL, "4711/1/elsewhere", Owner.CREATED, "2026-11-20T00:00:00Z");
        String id = engine.client()
                .createContainerCmd(Docker.images().name(Images.Image.JRE))
                .withCmd("true")
                .withLabels(labels)
                .exec()
                .getId();
        Owner owner = Owner.parse("4711/1/elsewhere").orElseThrow();
        try {
            Sweep.run(engine, Instant.parse("2026-11-20T11:00:00Z"));
            assertThat(Docker.left(engine, owner)).hasSize(1);
            Sweep.run(engine, Instant.parse("2026-11-20T13:00:00Z"));
            assertThat(Docker.left(engine, owner)).isEmpty();
        } finally {
            RunningContainer.remove(engine, id);
        }
    }
}
