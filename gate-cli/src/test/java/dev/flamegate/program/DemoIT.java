package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        assertThat(ended.err()).contains("lok: no scenario is called so; there are matrix, allocation, lock");
    }

    @Test
    void a_scenario_is_run_and_its_page_written() throws Exception {
        scenario("memory");
        Ended ended = Program.run(folder, "demo", "quiet", "--catalogue", "catalogue", "--page", "page.md");

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(ended.out()).contains("run only: FAIL, as expected", "broken memory");
        assertThat(Files.readString(folder.resolve("page.md"))).contains("`quiet`", "| yes |", "broken `memory`");
        assertThat(folder.resolve("build/flamegate-demo/quiet/only/index.html")).isNotEmptyFile();
    }

    @Test
    void what_is_not_as_expected_ends_with_1() throws Exception {
        scenario("cpu");
        Ended ended = Program.run(folder, "demo", "quiet", "--catalogue", "catalogue", "--quiet");

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(1);
        assertThat(ended.out())
                .contains("run only: FAIL, NOT AS EXPECTED")
                .contains("not as expected: wrong alarm: memory is broken")
                .contains("not as expected: cpu is not broken");
    }

    /** A catalogue of one scenario that breaks its rule on memory for certain. */
    private void scenario(String expectedToBreak) throws IOException {
        Path scenario = Files.createDirectories(folder.resolve("catalogue/quiet"));
        Files.writeString(scenario.resolve("flamegate.yaml"), """
                target: {jar: x.jar, environment: {PORT: "{port}"}, limits: {cpus: 1}}
                load: {properties: {mix: "orders=1"}, warm-up: {at-least: 1 s, at-most: 1 s}, measure: 2 s}
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
