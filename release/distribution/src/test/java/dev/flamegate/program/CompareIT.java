package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two builds side by side: the same twice, and a slower one; {@link CompareTroubleIT} has what cannot be measured. */
class CompareIT {
    static final String JAR = Program.CHECKOUT + "/sample-service/target/sample-service.jar";

    /** By allocation, which hardly depends on time: nothing else decides in so few seconds on any machine. */
    static final String ALLOCATION = """
              - id: allocation
                indicator: alloc.per-request
                applies: compare
                must: "< 20% growth vs baseline"
            """;

    /** Allocates several times as much, so that a look at four pairs decides; less than three times as much waits for six. */
    private static final String HUNGRIER = "INJECT=allocation:400";

    /** Fewer turns, and shorter, where allocation decides, which hardly depends on time, or no figure matters. */
    static final String[] BRIEF = {"--set=load.measure=4s"};

    /** A budget that allows the first pair and no other. */
    static final String ONE_PAIR = "1s";

    @TempDir
    Path folder;

    @BeforeEach
    void writePlan() throws IOException {
        Program.plan(folder, Map.of("FEATURE_IDENTITY_MATRIX", "true"));
    }

    @AfterEach
    void nothing_is_left_running() {
        assertThat(Program.processesWith(folder.toString())).isEmpty();
    }

    @Test
    void the_same_jar_twice_passes_after_a_kill_and_is_not_measured_again() throws Exception {
        rules(folder, ALLOCATION);
        HostTime began = HostTime.now();
        Process gate = Program.start(folder, arguments(BRIEF));
        try {
            Program.awaitNote(folder, gate, "1 pair counts");
        } catch (AssertionError none) {
            began.abortIfRobbedSince();
            throw none;
        }
        gate.destroyForcibly().waitFor();
        assertThat(Program.notes(folder)).contains("both arms are the same build", "starting");

        Ended briefly = compare(with(BRIEF, "--budget", ONE_PAIR));
        assertThat(briefly.code()).as(briefly.out() + briefly.err()).isEqualTo(3);
        // On a busy machine the first pair does not count.
        assertThat(briefly.out()).containsPattern("1 of \\d+ pairs count; at least 3 are needed");

        Ended resumed = measured(BRIEF);
        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
        assertThat(resumed.out()).contains("PASS", "allocation");
        assertThat(resumed.err()).containsPattern("continuing from \\d+ pair").contains("; decided");
        Ended list = Program.run(folder, "history", "list");
        assertThat(list.out().lines()).singleElement().asString().contains("PASS", " pairs", JAR);
        Ended report =
                Program.run(folder, "judge", list.out().substring(0, list.out().indexOf(' ')), "--report", "later");
        assertThat(report.out()).contains("PASS", "allocation");
        assertThat(folder.resolve("later/index.html")).isNotEmptyFile();

        Ended again = compare(BRIEF);
        assertThat(again.code()).as(again.out() + again.err()).isZero();
        assertThat(again.out()).contains("PASS");
        assertThat(again.err()).contains("measured before", "; decided").doesNotContain("starting");
    }

    @Test
    void a_slower_build_fails_and_what_made_it_slower_is_named() throws Exception {
        rules(folder, ALLOCATION);
        HostTime began = HostTime.now();
        Ended ended = measured(with(
                BRIEF,
                "--candidate-env",
                HUNGRIER,
                "--set=profile.events=[cpu,alloc]",
                "--json",
                // Four pairs that count, on a machine where half of them may not.
                "--budget",
                "6m"));

        if (ended.code() != 1) {
            began.abortIfRobbedSince();
        }
        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(1);
        JsonNode result = JsonMapper.shared().readTree(ended.out());
        assertThat(result.path("verdict").asString()).isEqualTo("FAIL");
        assertThat(result.has("comparison")).isTrue();
        assertThat(result.path("pairs").size()).isBetween(3, 12);
        assertThat(result.toString()).contains("InjectedCost.allocate");
        assertThat(Files.readString(Path.of(result.path("report").asString()))).contains("InjectedCost.allocate");
    }

    @Test
    void a_build_whose_work_grew_fails_before_any_pair_with_the_method_that_does_more() throws Exception {
        rules(folder, ALLOCATION + """
                  - id: work
                    indicator: work.instructions
                    request: "*"
                    applies: compare
                    must: "< 5% growth vs baseline"
                """);

        Ended ended = compare("--candidate-env", "FEATURE_IDENTITY_MATRIX=false", "--json");

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(1);
        assertThat(ended.err()).contains("counting work, start 3").doesNotContain("pair 1");
        JsonNode result = JsonMapper.shared().readTree(ended.out());
        assertThat(result.path("pairs")).isEmpty();
        assertThat(result.toString()).contains("MatrixCalculator.multiply");
    }

    static String[] with(String[] arguments, String... more) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private Ended compare(String... more) throws Exception {
        return Program.run(folder, arguments(more));
    }

    /** One whose verdict matters. */
    private Ended measured(String... more) throws Exception {
        return Program.measured(folder, arguments(more));
    }

    static String[] arguments(String... more) {
        List<String> arguments = new ArrayList<>(List.of("compare", "--baseline=" + JAR, "--candidate=" + JAR));
        arguments.addAll(List.of("--set=load.warm-up.at-least=2s", "--set=load.warm-up.at-most=4s"));
        arguments.addAll(List.of("--budget", "4m"));
        List<String> given = List.of(more);
        if (given.contains("--budget")) {
            arguments.subList(arguments.size() - 2, arguments.size()).clear();
        }
        arguments.addAll(given);
        return arguments.toArray(String[]::new);
    }

    static void rules(Path folder, String rule) throws IOException {
        Files.writeString(folder.resolve("rules.yaml"), "version: 1\nrules:\n" + rule);
    }
}
