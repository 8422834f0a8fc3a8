package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The catalogue as it is installed: listed, run, and told apart from what was expected. */
class DemoIT {
    @TempDir
    Path folder;

    @AfterEach
    void nothing_is_left_running() {
        assertThat(Program.processesWith(folder.toString())).isEmpty();
    }

    @Test
    void without_a_name_the_scenarios_are_listed() throws Exception {
        Ended ended = Program.run(folder, "demo");

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("matrix             A short-cut that was lost", "no-op");
    }

    @Test
    void an_unknown_scenario_is_a_mistake_of_the_command_line() throws Exception {
        Ended ended = Program.run(folder, "demo", "lok");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("lok: there is no such scenario; choose from matrix, allocation, lock");
    }

    @Test
    void a_scenario_is_run_and_its_page_written() throws Exception {
        scenario("memory");
        Ended ended = measured("demo", "quiet", "--catalogue", "catalogue", "--page", "page.md");

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("run only: FAIL, as expected", "broken memory");
        assertThat(Files.readString(folder.resolve("page.md"))).contains("`quiet`", "| yes |", "broken `memory`");
        assertThat(folder.resolve("build/flamegate-demo/quiet/only/index.html")).isNotEmptyFile();
    }

    @Test
    void what_is_not_as_expected_ends_with_1() throws Exception {
        scenario("cpu");
        Ended ended = measured("demo", "quiet", "--catalogue", "catalogue", "--quiet");

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(1);
        assertThat(ended.out())
                .contains("run only: FAIL, NOT AS EXPECTED")
                .contains("not as expected: false alarm: memory is broken")
                .contains("not as expected: cpu is not broken");
    }

    @Test
    void what_cannot_be_measured_is_told_and_the_next_scenario_run() throws Exception {
        scenario("memory");
        Path broken = folder.resolve("catalogue/broken");
        Files.createDirectories(broken);
        for (String file : List.of("flamegate.yaml", "rules.yaml", "expected.yaml")) {
            Files.copy(folder.resolve("catalogue/quiet").resolve(file), broken.resolve(file));
        }
        Path plan = broken.resolve("flamegate.yaml");
        Files.writeString(plan, Files.readString(plan).replace("PORT:", "FAULT: exit-on-start, PORT:"));

        Ended ended = measured("demo", "all", "--catalogue", "catalogue", "--page", "page.md", "--quiet");

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(3);
        assertThat(ended.out())
                .contains("broken, run only: INVALID, NOT AS EXPECTED")
                .contains("it could not be measured: the target ended with exit code 1")
                .contains("quiet, run only: FAIL, as expected");
        assertThat(Files.readString(folder.resolve("page.md"))).contains("**no**", "| yes |", "Measured on");
    }

    /** Again, as {@link Program#measured}, where the machine was too busy to measure the one scenario. */
    private Ended measured(String... arguments) throws Exception {
        HostTime began = HostTime.now();
        for (int attempt = 1; ; attempt++) {
            Ended ended = Program.run(folder, arguments);
            if (!ended.out().contains("quiet, run only: INVALID")) {
                return ended;
            }
            if (attempt == Program.MOST_ATTEMPTS) {
                began.abortIfRobbedSince();
                return ended;
            }
        }
    }

    /** A catalogue of one scenario that breaks its rule on memory for certain. */
    private void scenario(String expectedToBreak) throws IOException {
        Path scenario = Files.createDirectories(folder.resolve("catalogue/quiet"));
        Files.writeString(scenario.resolve("flamegate.yaml"), """
                target: {jar: x.jar, environment: {PORT: "{port}"}, limits: {cpus: 1}}
                load: {properties: {rate: "15", mix: "orders=1"}, warm-up: {at-least: 2 s, at-most: 3 s}, measure: 2 s}
                profile: {events: []}
                trials: 1
                rules: [rules.yaml]
                """);
        Files.writeString(scenario.resolve("rules.yaml"), """
                rules:
                  - {id: cpu, indicator: cpu.utilization, must: "< 100%"}
                  - {id: memory, indicator: memory.rss, must: "< 1 MiB"}
                """);
        Files.writeString(scenario.resolve("expected.yaml"), """
                title: t
                problem: p
                fix: f
                lesson: l
                steps:
                  - run: only
                    verdict: [FAIL]
                    broken: {%s: {}}
                """.formatted(expectedToBreak));
    }
}
