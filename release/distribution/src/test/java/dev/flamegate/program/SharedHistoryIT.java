package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.format.Names;
import dev.flamegate.program.Program.Ended;
import dev.flamegate.remote.S3Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two machines that share a history: one measures, the other compares with it. */
@DisabledOnOs(OS.WINDOWS)
class SharedHistoryIT {
    @TempDir
    Path folder;

    /** Measured so far; more than two where the machine was too busy to measure one, which is shared all the same. */
    private int runs;

    @Test
    void a_run_is_compared_with_the_one_of_another_machine_by_git() throws Exception {
        Ended made = Program.run(folder, List.of("git", "init", "--quiet", "--bare", "shared.git"));
        assertThat(made.code()).isZero();
        Path one = machine("one");
        Path two = machine("two");

        JsonNode first = run(one);
        JsonNode second = run(two);

        assertThat(cost(first).path("verdict").asString()).isEqualTo("RECORDED");
        assertThat(cost(second).path("baseline").asDouble())
                .isEqualTo(cost(first).path("value").asDouble());
        Path third = machine("third");
        assertThat(Program.run(third, "history", "pull").out())
                .contains(Names.plural(runs, "run") + " and 0 pairs are new here");
        assertThat(Program.run(third, "history", "list").out())
                .contains(first.path("run").asString(), second.path("run").asString());
    }

    @Test
    void the_distribution_has_what_a_bucket_needs_and_the_credentials_stay_in_the_environment() throws Exception {
        try (S3Server server = S3Server.start(folder.resolve("server"))) {
            Path machine = Files.createDirectories(folder.resolve("machine"));
            List<String> command = new ArrayList<>(List.of("env"));
            S3Server.CREDENTIALS.forEach((name, value) -> command.add(name + "=" + value));
            command.add("FLAMEGATE_HISTORY_REMOTE=" + server.text("shop"));
            command.addAll(List.of(System.getProperty("flamegate.test.home") + "/bin/flamegate", "history", "push"));

            Ended pushed = Program.run(machine, command);
            Ended without = Program.run(machine, "history", "push", "--history-remote", server.text("shop"));

            assertThat(pushed.code()).as(pushed.err()).isZero();
            assertThat(pushed.out()).contains("0 runs and 0 pairs are new at s3://perf/shop");
            assertThat(without.code()).isEqualTo(3);
            assertThat(without.err()).contains("needs credentials").doesNotContain("not-so-secret");
        }
    }

    private Path machine(String name) throws Exception {
        Path machine = Files.createDirectories(folder.resolve(name));
        Program.plan(machine, Map.of());
        Program.brief(machine);
        Path plan = machine.resolve("flamegate.yaml");
        Files.writeString(plan, Files.readString(plan) + "trials: 1\nhistory: \"git:../shared.git#runs\"\n");
        Path rules = machine.resolve("rules.yaml");
        // Two runs of one build on a busy machine: what is compared matters here, not by how much it differs.
        Files.writeString(rules, Files.readString(rules).replace("< 25% growth", "< 500% growth"));
        return machine;
    }

    private JsonNode run(Path machine) throws Exception {
        Ended ended = Program.run(machine, "run", "--json");
        runs++;
        for (int more = 3; more > 0 && ended.isDisturbed(); more--) {
            ended = Program.run(machine, "run", "--json");
            runs++;
        }
        assertThat(ended.err()).doesNotContain("warning: only runs", "not shared");
        return JsonMapper.shared().readTree(ended.out());
    }

    private static JsonNode cost(JsonNode run) {
        for (JsonNode finding : run.path("findings")) {
            if (finding.path("rule").asString().equals("cpu-cost")) {
                return finding;
            }
        }
        throw new AssertionError("no finding of cpu-cost in " + run);
    }
}
