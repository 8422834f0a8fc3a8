package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The gate, tested on the sample service as on the user's own. */
class SelfTestIT {
    @TempDir
    Path folder;

    @AfterEach
    void nothing_is_left_running() {
        assertThat(Program.processesWith(folder.toString())).isEmpty();
    }

    @Test
    void calls_that_an_agent_adds_are_found_by_counting_and_named() throws Exception {
        plan();
        Ended ended = Program.run(folder, "self-test", "--only", "calls", "--budget", "1s", "--quiet", "--json");

        JsonNode results = JsonMapper.shared().readTree(ended.out()).path("results");
        assertThat(results.path(0).path("name").asString(""))
                .as(ended.out() + ended.err())
                .isEqualTo("unchanged");
        assertThat(results.path(0).path("verdict").asString("")).startsWith("IN"); // one pair decides nothing
        JsonNode calls = results.path(1);
        assertThat(calls.path("verdict").asString(""))
                .as(ended.out() + ended.err())
                .isEqualTo("FAIL");
        assertThat(calls.path("pairs").asInt()).isZero(); // counting decided
        assertThat(calls.path("indicator").asString("")).startsWith("work.");
        assertThat(calls.path("growth").asDouble()).isPositive();
        assertThat(calls.path("right").asBoolean()).isTrue();
        assertThat(folder.resolve("build/flamegate/self-test/calls/index.html")).isNotEmptyFile();
        assertThat(folder.resolve(".flamegate/history")).doesNotExist();
    }

    @Test
    void a_slowdown_that_is_not_there_is_a_mistake_of_the_command_line() throws Exception {
        plan();

        assertThat(Program.run(folder, "self-test", "--only", "network").err())
                .contains("--only: `network` is not one of cpu-20, calls");
        assertThat(Program.run(folder, "self-test", "--runtime", "container").code())
                .isEqualTo(2);
    }

    private void plan() throws IOException {
        Program.plan(folder, Map.of());
        Files.writeString(folder.resolve("rules.yaml"), """
                version: 1
                rules:
                  - {id: work, indicator: work.instructions, request: "*", must: "< 2% growth vs baseline"}
                  - {id: cpu, indicator: cpu.per-request, must: "< 10% growth vs baseline"}
                """);
    }
}
