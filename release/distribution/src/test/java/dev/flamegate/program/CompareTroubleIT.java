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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arms of a comparison that cannot be measured: no figure matters, so other tests may run meanwhile. */
@Tag("side-by-side")
class CompareTroubleIT {
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
    void under_any_gatling_simulation_an_arm_that_dies_in_the_second_pair_leaves_the_first_to_continue_from()
            throws Exception {
        CompareIT.rules(folder, CompareIT.ALLOCATION);
        PlainSimulation.compile(folder);
        Path mark = folder.resolve("mark");
        String[] dies = CompareIT.with(
                CompareIT.BRIEF,
                "--set=load.simulation=PlainSimulation",
                "--set=load.classpath=[classes]",
                "--candidate-env",
                "FAULT=die-under-load",
                "--candidate-env",
                "FAULT_AFTER=20",
                "--candidate-env",
                "FAULT_MARK=" + mark);
        Ended ended = compare(dies);

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(3);
        assertThat(ended.err())
                .containsPattern("0 pairs count|1 pair counts")
                .contains("pair 2", "the candidate: the target ended with exit code 1");

        Files.delete(mark);
        Ended again = compare(CompareIT.with(dies, "--budget", CompareIT.ONE_PAIR));

        assertThat(again.err()).contains("continuing from 1 pair ");
    }

    @Test
    void a_candidate_that_does_not_start_is_named_with_the_end_of_its_log() throws Exception {
        Ended ended = compare("--candidate-env", "FAULT=exit-on-start");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err())
                .contains("the candidate: the target ended with exit code 1", "The end of its log", "exit-on-start");
        assertThat(folder.resolve(".flamegate/history/comparisons")).doesNotExist();
    }

    @Test
    void a_plan_that_does_not_say_how_to_tell_the_port_is_refused() throws Exception {
        Ended ended = compare("--set", "target.environment.PORT=8080");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err())
                .contains("take its port from the plan", "{PORT: \"{port}\"}")
                .doesNotContain("starting");
    }

    @Test
    void a_pair_with_failing_requests_does_not_count() throws Exception {
        CompareIT.rules(folder, CompareIT.ALLOCATION);
        Ended ended = onePair("--candidate-env", "FAULT=answer-500");

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(3);
        assertThat(ended.out()).contains("INVALID", "0 of 1 pairs count");
        assertThat(ended.err()).contains("pair 1 does not count: the candidate: ", "requests failed");
    }

    /** A first pair, and where the machine was too busy to measure it, another first pair. */
    private Ended onePair(String... more) throws Exception {
        List<String> brief = new ArrayList<>(List.of(CompareIT.with(CompareIT.BRIEF, "--budget", CompareIT.ONE_PAIR)));
        brief.addAll(List.of(more));
        HostTime began = HostTime.now();
        for (int attempt = 1; ; attempt++) {
            Path history = folder.resolve("history-" + attempt);
            Ended ended = compare(CompareIT.with(brief.toArray(String[]::new), "--history", history.toString()));
            if (!ended.isDisturbed()) {
                return ended;
            }
            if (attempt == Program.MOST_ATTEMPTS) {
                began.abortIfRobbedSince();
                return ended;
            }
        }
    }

    private Ended compare(String... more) throws Exception {
        return Program.run(folder, CompareIT.arguments(more));
    }
}
