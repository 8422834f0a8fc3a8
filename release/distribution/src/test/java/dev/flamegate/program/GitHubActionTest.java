package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.ci.Shell;
import dev.flamegate.ci.Shell.Ended;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredRun;
import dev.flamegate.store.StoredRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The steps of {@code action.yml}, run as a runner runs them. */
@DisabledOnOs(OS.WINDOWS)
class GitHubActionTest {
    private static final Path ACTION = Shell.CHECKOUT.resolve("action.yml");
    private static final String STEPS =
            Shell.CHECKOUT.resolve("integrations/github/steps.sh").toString();
    private static final Pattern RUN =
            Pattern.compile("\"\\$GITHUB_ACTION_PATH/integrations/github/steps\\.sh\" (\\w+)");

    @TempDir
    Path folder;

    private Path log;

    @BeforeEach
    void files() throws IOException {
        log = folder.resolve("arguments.txt");
        Files.createDirectories(folder.resolve("work"));
        Files.createDirectories(folder.resolve("temp"));
    }

    @Test
    void arguments_reach_flamegate_whole_whatever_is_in_them() throws Exception {
        String hostile = "a b; touch pwned $(touch pwned) `touch pwned` ' \" \\ & | ../x";
        Ended ended = step(
                "measure",
                "comparison-fail",
                1,
                Map.of(
                        "FG_MODE", "compare",
                        "FG_PLAN", hostile,
                        "FG_RULES", "one.yaml\n\n--two " + hostile,
                        "FG_BASELINE", "git:" + hostile,
                        "FG_BUDGET", "12m",
                        "FG_FAIL_ON_INCONCLUSIVE", "true",
                        "FG_ARGUMENTS", "--set\nload.measure=5s"));

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(Files.readAllLines(log))
                .containsExactly(
                        "compare",
                        "--report=build/flamegate",
                        "--plan=" + hostile,
                        "--rules=one.yaml",
                        "--rules=--two " + hostile,
                        "--baseline=git:" + hostile,
                        "--budget=12m",
                        "--fail-on-inconclusive",
                        "--set",
                        "load.measure=5s",
                        "--");
        assertThat(folder.resolve("work/pwned")).doesNotExist();
        assertThat(outputs())
                .containsEntry("verdict", "FAIL")
                .containsEntry("exit-code", "1")
                .containsEntry("report", "build/flamegate")
                .containsEntry("sarif", "build/flamegate/flamegate.sarif");
        assertThat(Path.of(outputs().get("flame"))).exists().hasFileName("flamegate-report-flame.html");
    }

    @Test
    void a_pull_request_is_held_against_where_it_left_its_branch() throws Exception {
        Path work = folder.resolve("work");
        git(work, "init", "-q", "-b", "change");
        git(work, "config", "user.name", "Ada");
        git(work, "config", "user.email", "ada@example.org");
        git(work, "commit", "-q", "--allow-empty", "-m", "start");
        String start =
                Shell.run(work, Map.of(), "git", "rev-parse", "HEAD").out().strip();
        git(work, "commit", "-q", "--allow-empty", "-m", "others went on");
        git(work, "update-ref", "refs/remotes/origin/release", "HEAD");
        git(work, "reset", "-q", "--hard", start);
        git(work, "commit", "-q", "--allow-empty", "-m", "change");
        Map<String, String> compare =
                Map.of("FG_MODE", "compare", "FG_BASELINE", "pull-request", "GITHUB_BASE_REF", "release");

        assertThat(step("measure", "passing", 0, compare).code()).isZero();
        assertThat(Files.readAllLines(log)).contains("--baseline=git:" + start);
        assertThat(step("measure", "passing", 0, Map.of("FG_MODE", "compare", "FG_BASELINE", "pull-request"))
                        .code())
                .isEqualTo(2);
    }

    @Test
    void nothing_that_the_service_prints_commands_the_runner() throws Exception {
        Ended ended = step("measure", "passing", 0, Map.of("FG_MODE", "run"));

        List<String> lines = ended.out().lines().toList();
        Matcher stop = Pattern.compile("::stop-commands::(stop-[0-9a-f]{32})").matcher(lines.get(0));
        assertThat(stop.matches()).isTrue();
        int resumed = lines.indexOf("::" + stop.group(1) + "::");
        assertThat(resumed).isGreaterThan(lines.indexOf("::error::a line of the service"));
        assertThat(lines.subList(resumed + 1, lines.size())).isEmpty();
        assertThat(step("measure", "passing", 0, Map.of("FG_MODE", "run")).out())
                .doesNotContain(stop.group(1));
    }

    @Test
    void what_could_not_be_measured_is_one_error_with_the_end_of_its_log() throws Exception {
        Files.createDirectories(folder.resolve("work/build/flamegate"));
        Files.writeString(folder.resolve("work/build/flamegate/result.json"), "{\n  \"verdict\" : \"PASS\",\n}");
        Ended ended = step("measure", "", 3, Map.of("FG_MODE", "run"));

        assertThat(ended.code()).isZero();
        assertThat(outputs()).containsEntry("exit-code", "3").doesNotContainKeys("verdict", "report");
        String last = ended.out().lines().reduce("", (before, line) -> line);
        assertThat(last)
                .isEqualTo("::error title=Flamegate could not measure (exit code 3)::flamegate: it broke off%0A"
                        + "::set-env name=PATH::/evil%0A100 %25 off");
        step("summary", "", 0, Map.of());
        assertThat(folder.resolve("summary.md")).content().contains("could not measure");
    }

    @Test
    void the_summary_is_that_of_the_run() throws Exception {
        step("measure", "failing", 1, Map.of("FG_MODE", "run"));
        step("summary", "failing", 0, Map.of());

        assertThat(folder.resolve("summary.md")).hasContent(Shell.SUMMARY);
    }

    @ParameterizedTest
    @CsvSource({
        "0, PASS, true, 0",
        "0, WARN, true, 0",
        "0, INCONCLUSIVE, false, 0",
        "1, FAIL, true, 1",
        "1, FAIL, false, 0",
        "4, INCONCLUSIVE, true, 4",
        "4, INCONCLUSIVE, false, 0",
        "2, '', false, 2",
        "3, INVALID, false, 3",
        "70, FAIL, false, 70",
        "137, '', false, 137",
        "'', '', true, 3",
        "x, PASS, false, 3"
    })
    void a_regression_fails_when_asked_and_a_broken_measurement_always(
            String code, String verdict, String fail, int expected) throws Exception {
        assertThat(conclude(code, verdict, fail)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, ''", "0, FAIL", "0, INVALID", "1, ''", "1, PASS", "4, ''", "4, FAIL", "'', PASS"})
    void no_exit_code_is_green_or_a_regression_without_its_verdict(String code, String verdict) throws Exception {
        assertThat(conclude(code, verdict, "true")).isEqualTo(3);
        assertThat(conclude(code, verdict, "false")).isEqualTo(3);
    }

    private int conclude(String code, String verdict, String fail) throws Exception {
        return step("conclude", "", 0, Map.of("FG_EXIT_CODE", code, "FG_VERDICT", verdict, "FG_FAIL", fail))
                .code();
    }

    @ParameterizedTest
    @ValueSource(strings = {"annotate", "comment", "pull_history"})
    void an_error_message_commands_the_runner_in_no_step(String name) throws Exception {
        Files.createDirectories(folder.resolve("bin"));
        Path command =
                Files.writeString(folder.resolve("bin/broken"), "#!/bin/sh\necho '##[add-mask]x ::add-mask::y' >&2\n");
        assertThat(command.toFile().setExecutable(true)).isTrue();
        Ended ended = step(
                name,
                "",
                0,
                Map.of(
                        "FG_COMMAND", command.toString(),
                        "FG_HISTORY_PATH", "history",
                        "FG_HISTORY_BRANCH", "flamegate-history"));

        assertThat(ended.err()).doesNotContain("add-mask");
        List<String> lines = ended.out().lines().toList();
        assertThat(lines.get(0)).startsWith("::stop-commands::");
        assertThat(lines.indexOf("::" + lines.get(0).substring("::stop-commands::".length()) + "::"))
                .isGreaterThan(lines.indexOf("##[add-mask]x ::add-mask::y"));
    }

    @Test
    void the_comment_gets_its_links_and_its_address_is_an_output() throws Exception {
        Ended ended = step(
                "comment",
                "",
                0,
                Map.of("FG_REPORT_URL", "https://x.example/1", "FG_FLAME_URL", "https://x.example/2", "FG_KEY", "a b"));

        assertThat(ended.code()).isZero();
        assertThat(Files.readAllLines(log))
                .containsExactly(
                        "comment",
                        "--report=build/flamegate",
                        "--key=a b",
                        "--report-url=https://x.example/1",
                        "--flame-url=https://x.example/2",
                        "--");
        assertThat(outputs()).containsEntry("comment", "https://github.example/acme/shop/pull/7#issuecomment-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "measure", "run; touch pwned"})
    void an_unknown_mode_or_step_is_refused(String mode) throws Exception {
        assertThat(step("tool", "", 0, Map.of("FG_MODE", mode)).code()).isEqualTo(2);
        assertThat(step("x" + mode, "", 0, Map.of()).code()).isEqualTo(2);
        assertThat(folder.resolve("work/pwned")).doesNotExist();
    }

    @Test
    @Tag("all-extensions")
    void jobs_that_store_at_the_same_time_lose_nothing_on_the_history_branch() throws Exception {
        Shell.needs("git");
        Path origin = folder.resolve("origin.git");
        git(folder, "init", "-q", "--bare", origin.toString());
        List<Path> clones = List.of(clone(origin, "one"), clone(origin, "two"));
        for (Path clone : clones) {
            assertThat(history(clone, "pull_history").code()).isZero();
        }
        for (Path clone : clones) {
            stored(clone).save(StoredRuns.run(String.valueOf(clone.getFileName()), StoredRuns.START, "17"));
            Ended pushed = history(clone, "push_history");
            assertThat(pushed.code()).as(pushed.err()).isZero();
            assertThat(pushed.out()).contains("1 run and 0 pairs are new at git:origin#flamegate-history");
        }

        Path third = clone(origin, "three");
        assertThat(history(third, "pull_history").code()).isZero();
        assertThat(stored(third).list()).extracting(StoredRun::id).containsExactlyInAnyOrder("one", "two");
        assertThat(Shell.run(third, Map.of(), "git", "status", "--porcelain", "--untracked-files=no")
                        .out())
                .isEmpty();
    }

    @Test
    @SuppressWarnings("unchecked")
    void every_step_is_one_of_the_script_with_its_variables_and_nothing_is_pasted_into_it() throws Exception {
        Map<String, Object> action = yaml(ACTION);
        List<Map<String, Object>> steps =
                (List<Map<String, Object>>) ((Map<String, Object>) action.get("runs")).get("steps");
        Set<String> known =
                new HashSet<>(List.of(Files.readString(Path.of(STEPS)).split("\\W+")));
        for (Map<String, Object> step : steps) {
            Object uses = step.get("uses");
            if (uses != null) {
                assertThat(uses.toString()).as("pinned by commit").matches("[\\w./-]+@[0-9a-f]{40}");
                continue;
            }
            Matcher run = RUN.matcher(step.get("run").toString());
            assertThat(run.matches()).as(step.get("run").toString()).isTrue();
            assertThat(known).contains("step_" + run.group(1));
            assertThat(step).containsEntry("shell", "bash").containsKey("env");
            assertThat(known)
                    .containsAll(((Map<String, Object>) step.get("env"))
                            .keySet().stream()
                                    .filter(name -> name.startsWith("FG_"))
                                    .toList());
        }
        Set<String> given = steps.stream()
                .flatMap(step -> ((Map<String, Object>) step.getOrDefault("env", Map.of())).keySet().stream())
                .collect(Collectors.toSet());
        assertThat(given)
                .containsAll(
                        known.stream().filter(word -> word.matches("FG_\\w+")).toList());
        assertThat(((Map<String, Object>) action.get("outputs")).keySet()).contains("verdict", "report", "comment");
        assertThat(((Map<String, Map<String, Object>>) action.get("inputs")).get("comment"))
                .as("the token that can write is where the change's code runs only if somebody asks for it")
                .containsEntry("default", "false");
    }

    @Test
    void the_examples_are_sound_workflows_and_the_second_one_checks_nothing_out() throws Exception {
        for (String name :
                List.of("pull-request.yml", "on-request.yml", "dependencies.yml", "comment.yml", "command.yml")) {
            String text = Files.readString(Shell.CHECKOUT.resolve("examples/github/" + name));
            assertThat(yaml(Shell.CHECKOUT.resolve("examples/github/" + name))).containsKeys("name", "jobs");
            Matcher uses = Pattern.compile("uses: (\\S+)").matcher(text);
            while (uses.find()) {
                assertThat(uses.group(1))
                        .matches("flamegate/flamegate(/integrations/github/command)?@v1|[\\w./-]+@[0-9a-f]{40}");
            }
            assertThat(text.lines()
                            .filter(line -> line.strip().startsWith("- run:")
                                    || line.strip().startsWith("run:")))
                    .noneMatch(line -> line.contains("${{"));
        }
        for (String name : List.of("comment.yml", "command.yml")) {
            assertThat(Files.readString(Shell.CHECKOUT.resolve("examples/github/" + name)))
                    .doesNotContain("actions/checkout", "run: ", "pull_request_target");
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void only_the_job_of_the_release_that_runs_nothing_of_ours_can_write() throws Exception {
        Path release = Shell.CHECKOUT.resolve(".github/workflows/release.yml");
        Map<String, Object> workflow = yaml(release);
        Map<String, Map<String, Object>> jobs = (Map<String, Map<String, Object>>) workflow.get("jobs");
        assertThat(workflow).containsEntry("permissions", Map.of());
        assertThat(jobs.get("build")).containsEntry("permissions", Map.of("contents", "read"));
        assertThat(jobs.get("publish").toString()).doesNotContain("checkout", "release/build", "./");
        Matcher uses = Pattern.compile("uses: (\\S+)").matcher(Files.readString(release));
        while (uses.find()) {
            assertThat(uses.group(1)).matches("actions/[\\w-]+@[0-9a-f]{40}");
        }
    }

    @Test
    void actionlint_finds_nothing_in_the_examples_and_in_our_own_workflow() throws Exception {
        Shell.needs("actionlint");
        List<String> command = new ArrayList<>(List.of("actionlint", "-no-color"));
        for (String workflows : List.of("examples/github", ".github/workflows")) {
            try (Stream<Path> files = Files.list(Shell.CHECKOUT.resolve(workflows))) {
                files.map(Path::toString).forEach(command::add);
            }
        }

        Ended ended = Shell.run(folder, Map.of(), command.toArray(new String[0]));

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
    }

    private Ended step(String name, String example, int code, Map<String, String> more) throws Exception {
        Map<String, String> environment = new HashMap<>(Map.of(
                "GITHUB_ACTIONS", "true",
                "GITHUB_OUTPUT", folder.resolve("output.txt").toString(),
                "GITHUB_STEP_SUMMARY", folder.resolve("summary.md").toString(),
                "RUNNER_TEMP", folder.resolve("temp").toString(),
                "DOUBLE_LOG", log.toString(),
                "FG_COMMAND",
                        Shell.flamegate(folder.resolve("bin/flamegate"), example, code)
                                .toString()));
        environment.putAll(more);
        return Shell.run(folder.resolve("work"), environment, STEPS, name);
    }

    /** What a runner reads from the file of outputs. */
    private Map<String, String> outputs() throws IOException {
        Map<String, String> outputs = new HashMap<>();
        List<String> lines = Files.readAllLines(folder.resolve("output.txt"));
        for (int i = 0; i < lines.size(); i++) {
            String[] head = lines.get(i).split("<<", 2);
            List<String> value = new ArrayList<>();
            for (i++; !lines.get(i).equals(head[1]); i++) {
                value.add(lines.get(i));
            }
            outputs.put(head[0], String.join("\n", value));
        }
        return outputs;
    }

    private Path clone(Path origin, String name) throws Exception {
        Path clone = folder.resolve(name);
        git(folder, "clone", "-q", origin.toString(), clone.toString());
        return clone;
    }

    private static History stored(Path clone) {
        return new History(clone.resolve(".flamegate/history"), warning -> {});
    }

    private Ended history(Path clone, String step) throws Exception {
        return Shell.run(
                clone,
                Map.of(
                        "FG_COMMAND",
                        Shell.program(folder.resolve("bin/program")).toString(),
                        "FG_HISTORY_PATH",
                        ".flamegate/history",
                        "FG_HISTORY_BRANCH",
                        "flamegate-history",
                        "RUNNER_TEMP",
                        clone.resolve(".git").toString()),
                STEPS,
                step);
    }

    private static void git(Path folder, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Ended ended = Shell.run(folder, Map.of(), command.toArray(new String[0]));
        assertThat(ended.code()).as(ended.err()).isZero();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> yaml(Path file) throws IOException {
        return (Map<String, Object>) new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
    }
}
