package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flamegate.program.Program.Ended;
import dev.flamegate.targets.container.EngineSearch;
import dev.flamegate.targets.container.Images;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The whole program with the service in a container beside a real Prometheus. */
class ContainerIT {
    private static final String JAR = Program.CHECKOUT + "/sample-service/target/sample-service.jar";

    @TempDir
    Path folder;

    @BeforeAll
    static void an_engine_and_images_are_here() throws Exception {
        EngineSearch search = EngineSearch.now();
        assumeTrue(search.engine().isPresent(), search.problem());
        for (Images.Image image : List.of(Images.Image.JRE, Images.Image.PROMETHEUS)) {
            String name = Images.of(Map.of()).name(image);
            assumeTrue(
                    search.orThrow().hasImage(name), "the image " + name + " is not here; .ci/images makes local ones");
        }
        assumeTrue(docker("version").code() == 0, "there is no docker command to look with");
    }

    @BeforeEach
    void writePlan() throws IOException {
        Program.plan(folder, Map.of("FEATURE_IDENTITY_MATRIX", "true"));
        Files.writeString(
                folder.resolve("flamegate.yaml"),
                Files.readString(folder.resolve("flamegate.yaml")) + "pyroscope: false\n");
    }

    @AfterEach
    void nothing_is_left() throws Exception {
        assertThat(ours("ps", "-aq")).isEmpty();
        assertThat(ours("network", "ls", "-q")).isEmpty();
        assertThat(ours("volume", "ls", "-q")).isEmpty();
        assertThat(Program.processesWith(folder.toString())).isEmpty();
    }

    @Test
    void verdict_and_cost_are_those_of_a_plain_process() throws Exception {
        JsonNode process = passed("run", "--json", "--set=trials=1", "--runtime", "process");
        JsonNode container = passed("run", "--json", "--set=trials=1", "--runtime", "container");

        assertThat(container.path("verdict")).isEqualTo(process.path("verdict"));
        // What a container could get wrong is a factor: of cores, units or processes. ContainerTargetIT compares within
        // 3 %.
        double ratio = value(container, "cpu-cost") / value(process, "cpu-cost");
        assertThat(ratio).isBetween(0.5, 2.0);
        assertThat(Files.readString(folder.resolve("build/flamegate/run.json")))
                .contains("container.image", "prometheus.version", "\"serverLatency\":[{\"request\":\"GET /matrix\"");
        assertThat(finding(container, "cpu-cost").path("message").asString()).contains("runtime");
    }

    @Test
    void a_slower_build_fails_in_containers_too() throws Exception {
        Files.writeString(folder.resolve("rules.yaml"), """
                version: 1
                rules:
                  - id: allocation
                    indicator: alloc.per-request
                    applies: compare
                    must: "< 20% growth vs baseline"
                """);
        HostTime began = HostTime.now();
        Ended ended = Program.measured(
                folder,
                "compare",
                "--runtime=container",
                "--baseline=" + JAR,
                "--candidate=" + JAR,
                "--candidate-env=INJECT=allocation:400",
                "--set=load.warm-up.at-least=2s",
                "--set=load.warm-up.at-most=3s",
                "--set=load.measure=2s",
                "--set=compare.blocks=1",
                "--set=profile.events=[cpu,alloc]",
                "--json");

        if (ended.code() != 1) {
            // Most pairs may not count, and the time may be over before enough do.
            began.abortIfRobbedSince();
        }
        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(1);
        JsonNode result = JsonMapper.shared().readTree(ended.out());
        assertThat(result.path("verdict").asString()).isEqualTo("FAIL");
        assertThat(result.toString()).contains("InjectedCost.allocate");
    }

    @Test
    void a_start_removes_what_a_gate_killed_in_any_phase_left_and_an_interrupted_gate_all_it_started()
            throws Exception {
        Program.brief(folder);
        Set<String> left = Set.of();
        for (String phase : List.of("starting", "warming up", "measuring", "collecting")) {
            Process gate = started(phase);
            assertThat(all()).noneMatch(left::contains);
            gate.destroyForcibly().waitFor();
            left = all();
            if (!phase.equals("starting")) {
                assertThat(left).as(phase).isNotEmpty();
            }
        }

        Process gate = started("warming up");
        assertThat(all()).noneMatch(left::contains);
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
        String prometheus = docker("ps", "-q", "--filter", "label=dev.flamegate.role=prometheus")
                .out()
                .strip();
        assertThat(prometheus).isNotEmpty();
        docker("kill", prometheus);

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

    private JsonNode passed(String... arguments) throws Exception {
        Ended ended = Program.measured(folder, arguments);
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        return JsonMapper.shared().readTree(ended.out());
    }

    private static double value(JsonNode result, String rule) {
        return finding(result, rule).path("value").asDouble();
    }

    private static JsonNode finding(JsonNode result, String rule) {
        for (JsonNode finding : result.path("findings")) {
            if (finding.path("rule").asString().equals(rule)) {
                return finding;
            }
        }
        throw new AssertionError("no finding of " + rule + " in " + result);
    }

    /** A gate whose run in a container has come to a phase. */
    private Process started(String phase) throws Exception {
        Process gate = Program.start(folder, "run", "--runtime", "container", "--verbose");
        Program.awaitNote(folder, gate, phase);
        return gate;
    }

    /** Containers, networks and volumes of all gates. */
    private static Set<String> all() throws Exception {
        Set<String> all = new HashSet<>();
        for (String list : List.of("ps -aq", "network ls -q", "volume ls -q")) {
            ours(list.split(" ")).lines().forEach(all::add);
        }
        return all;
    }

    private static String ours(String... list) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(list));
        arguments.addAll(List.of("--filter", "label=dev.flamegate.owner"));
        return docker(arguments.toArray(String[]::new)).out().strip();
    }

    private static Ended docker(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("docker"));
        command.addAll(List.of(arguments));
        try {
            return Program.run(Path.of("."), command);
        } catch (IOException e) {
            return new Ended(127, "", String.valueOf(e.getMessage()));
        }
    }
}
