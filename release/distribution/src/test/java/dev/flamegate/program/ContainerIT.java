package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The whole program with the service in a container beside a real Prometheus; {@link ContainerTroubleIT} has what goes
 * wrong.
 */
class ContainerIT {
    private static final String JAR = Program.CHECKOUT + "/sample-service/target/sample-service.jar";

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
                "--set=profile.events=[cpu,alloc]",
                // As CompareIT records them.
                "--set=compare.events=false",
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
}
