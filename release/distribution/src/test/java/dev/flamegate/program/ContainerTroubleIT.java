package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Containers that die, and gates that are killed: no figure matters, so other tests may run meanwhile, but none with
 * containers, which a start may sweep.
 */
@Tag("side-by-side")
class ContainerTroubleIT {
    @TempDir
    Path folder;

    @BeforeAll
    static void an_engine_and_images_are_here() throws Exception {
        Containers.assumed();
    }

    @BeforeEach
    void writePlan() throws IOException {
        Containers.plan(folder);
    }

    @AfterEach
    void nothing_is_left() throws Exception {
        assertThat(Containers.all()).isEmpty();
        assertThat(Program.processesWith(folder.toString())).isEmpty();
    }

    @Test
    void a_start_removes_what_a_gate_killed_in_any_phase_left_and_an_interrupted_gate_all_it_started()
            throws Exception {
        Program.brief(folder);
        Set<String> left = Set.of();
        for (String phase : List.of("starting", "warming up", "measuring", "collecting")) {
            Process gate = started(phase);
            assertThat(Containers.all()).noneMatch(left::contains);
            gate.destroyForcibly().waitFor();
            left = Containers.all();
            if (!phase.equals("starting")) {
                assertThat(left).as(phase).isNotEmpty();
            }
        }

        Process gate = started("warming up");
        assertThat(Containers.all()).noneMatch(left::contains);
        new ProcessBuilder("kill", "-INT", String.valueOf(gate.pid())).start().waitFor();

        assertThat(Program.awaitEnd(gate)).isEqualTo(130);
    }

    @Test
    void a_prometheus_that_dies_ends_the_run_and_is_named() throws Exception {
        Process gate = Program.start(
                folder,
                "run",
                "--runtime=container",
                "--verbose",
                "--set=load.warm-up.at-least=1s",
                "--set=load.warm-up.at-most=2s",
                "--set=load.measure=1min");
        Program.awaitNote(folder, gate, "measuring");
        String prometheus = Containers.docker("ps", "-q", "--filter", "label=dev.flamegate.role=prometheus")
                .out()
                .strip();
        assertThat(prometheus).isNotEmpty();
        Containers.docker("kill", prometheus);

        assertThat(Program.awaitEnd(gate)).isEqualTo(3);
        assertThat(Files.readString(folder.resolve("err.txt"))).containsIgnoringCase("prometheus");
    }

    @Test
    void a_container_that_dies_is_named_with_the_end_of_its_log() throws Exception {
        Ended ended = Program.run(
                folder,
                "run",
                "--runtime=container",
                "--set=target.environment.FAULT=die-under-load",
                "--set=target.environment.FAULT_AFTER=20");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("exit code 1", "die-under-load");
    }

    /** A gate whose run in a container has come to a phase. */
    private Process started(String phase) throws Exception {
        Process gate = Program.start(folder, "run", "--runtime", "container", "--verbose");
        Program.awaitNote(folder, gate, phase);
        return gate;
    }
}
