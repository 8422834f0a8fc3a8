package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.Program.Ended;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Everything that can go wrong has its exit code and its words, leaves nothing running, and stores nothing. */
@Tag("side-by-side")
class TroubleIT {
    @TempDir
    Path folder;

    @AfterEach
    void nothing_is_left_running() {
        assertThat(Program.processesWith(folder.toString())).isEmpty();
        assertThat(folder.resolve(".flamegate/history/runs")).doesNotExist();
    }

    @Test
    void a_target_that_exits_at_once() throws Exception {
        Program.plan(folder, Map.of("FAULT", "exit-on-start"));
        Ended ended = Program.run(folder, "run", "--json");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("the target ended with exit code 1", "The end of its log", "exit-on-start");
        assertThat(ended.out()).contains("\"exitCode\" : 3", "the target ended");
    }

    @Test
    void a_target_that_never_becomes_ready() throws Exception {
        Program.plan(folder, Map.of("FAULT", "never-ready"));
        Ended ended = Program.run(folder, "run", "--set", "target.ready.within=4s");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("not ready within 4 s", "/health", "Check target: ready");
    }

    @Test
    void a_target_that_dies_under_load() throws Exception {
        Program.plan(folder, Map.of("FAULT", "die-under-load", "FAULT_AFTER", "20"));
        Program.brief(folder);
        Ended ended = Program.run(folder, "run");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("the target ended with exit code");
    }

    @Test
    void a_target_without_metrics() throws Exception {
        Program.plan(folder, Map.of());
        Ended ended = Program.run(folder, "run", "--set", "target.metrics=/nowhere");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("/nowhere", "404", "target.metrics");
    }

    @Test
    void a_port_that_is_taken() throws Exception {
        int port = Program.plan(folder, Map.of());
        try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            Ended ended = Program.run(folder, "run");
            assertThat(taken.isClosed()).isFalse();
            assertThat(ended.code()).isEqualTo(3);
            assertThat(ended.err()).contains("port " + port + " is in use", "target: port");
        }
    }

    @Test
    void a_jar_that_is_not_there_and_a_simulation_that_is_none() throws Exception {
        Program.plan(folder, Map.of());
        Ended jar = Program.run(folder, "run", "--set", "target.jar=none.jar");
        assertThat(jar.code()).isEqualTo(3);
        assertThat(jar.err()).contains("none.jar");

        Ended simulation = Program.run(folder, "run", "--set", "load.simulation=dev.flamegate.gatling.None");
        assertThat(simulation.code()).isEqualTo(3);
        assertThat(simulation.err()).contains("dev.flamegate.gatling.None");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            load.measur=5s              | did you mean
            load.measure=5              | s
            target.runtime=prozess      | process
            target.limits.cpus=-1       | cpus
            """)
    void a_wrong_override(String set, String words) throws Exception {
        Program.plan(folder, Map.of());
        Ended ended = Program.run(folder, "run", "--set", set);

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains(words);
    }

    @Test
    void wrong_rules_are_all_named_with_their_places() throws Exception {
        Program.plan(folder, Map.of());
        Files.writeString(folder.resolve("rules.yaml"), """
                version: 1
                rules:
                  - id: a
                    indicator: cpu.utilisation
                    must: "< 50%"
                  - id: a
                    indicator: latency.p99
                    must: "< 50 MiB"
                    mustt: "< 1 s"
                """);
        Ended ended = Program.run(folder, "run");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err())
                .contains("rules.yaml:4", "cpu.utilization", "rules.yaml:6", "rules.yaml:8", "rules.yaml:9", "must");
        assertThat(Program.run(folder, "rules", "check", "rules.yaml").code()).isEqualTo(2);
    }

    @Test
    void files_that_are_none() throws Exception {
        Program.plan(folder, Map.of());
        assertThat(Program.run(folder, "run", "--plan", "none.yaml").code()).isEqualTo(2);
        assertThat(Program.run(folder, "run", "--rules", "none.yaml").code()).isEqualTo(2);
        assertThat(Program.run(folder, "judge", "20200101-000000-0000").code()).isEqualTo(2);
        assertThat(Program.run(folder, "nonsense").code()).isEqualTo(2);
        Files.writeString(folder.resolve("empty.yaml"), "");
        assertThat(Program.run(folder, "run", "--plan", "empty.yaml").code()).isEqualTo(2);
    }

    @Test
    void an_interrupted_gate_ends_all_it_started_after_what_a_killed_one_left() throws Exception {
        Program.plan(folder, Map.of());
        Process killed = Program.start(folder, "run");
        Program.awaitNote(folder, killed, "warming up");
        List<ProcessHandle> left = killed.descendants().toList();
        assertThat(left).hasSizeGreaterThan(1);
        killed.destroyForcibly().waitFor();

        Process gate = Program.start(folder, "run");
        Program.awaitNote(folder, gate, "warming up");
        // What has ended has no command line, even before anybody has asked how it ended.
        assertThat(left)
                .noneMatch(process ->
                        process.isAlive() && process.info().commandLine().isPresent());
        new ProcessBuilder("kill", "-INT", String.valueOf(gate.pid())).start().waitFor();

        assertThat(Program.awaitEnd(gate)).isEqualTo(130);
    }
}
