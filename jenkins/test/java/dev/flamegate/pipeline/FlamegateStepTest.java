package dev.flamegate.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlamegateStepTest {
    @TempDir
    private Path folder;

    @Test
    void a_build_that_passes_is_measured_published_and_left_alone() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);
        pipelines.gate.says(0, "PASS", "every rule holds");

        Object returned = pipelines.run("return flamegate(plan: 'perf/orders.yaml')");

        assertThat(pipelines.failed()).isEmpty();
        assertThat(pipelines.result()).isEqualTo("SUCCESS");
        assertThat(pipelines.words())
                .containsExactly("run", "--plan=perf/orders.yaml", "--report=build/flamegate/flamegate-orders");
        assertThat(pipelines.agent.taken("junit").get(0).named())
                .containsEntry("testResults", "build/flamegate/flamegate-orders/junit.xml")
                .containsEntry("skipMarkingBuildUnstable", true);
        assertThat(pipelines.agent.taken("publishHTML").get(0).named().get("target"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("reportDir", "build/flamegate/flamegate-orders")
                .containsEntry("reportName", "Flamegate flamegate-orders");
        assertThat(pipelines.agent.taken("archiveArtifacts").get(0).text("artifacts"))
                .isEqualTo("build/flamegate/flamegate-orders/**");
        assertThat(pipelines.jenkins.build().getDescription()).isEqualTo("flamegate-orders: PASS: every rule holds");
        assertThat(returned)
                .isEqualTo(Map.of(
                        "verdict",
                        "PASS",
                        "exitCode",
                        0,
                        "headline",
                        "every rule holds",
                        "broken",
                        List.of(),
                        "report",
                        "build/flamegate/flamegate-orders"));
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                // exit code, verdict, options, result of the build, ends the pipeline
                "1, FAIL, '', FAILURE, true",
                "1, FAIL, 'failBuild: true', FAILURE, true",
                "1, FAIL, 'failBuild: ''unstable''', UNSTABLE, false",
                "1, FAIL, 'failBuild: false', SUCCESS, false",
                "0, WARN, '', SUCCESS, false",
                "0, INCONCLUSIVE, '', SUCCESS, false",
                "4, INCONCLUSIVE, 'inconclusive: ''unstable''', UNSTABLE, false",
                "4, INCONCLUSIVE, 'inconclusive: ''failure''', FAILURE, true",
                "3, INVALID, '', UNSTABLE, false",
                "3, -, '', UNSTABLE, false",
                "3, -, 'notMeasured: ''not_built''', NOT_BUILT, false",
                "3, -, 'notMeasured: ''failure''', FAILURE, true",
                "70, -, '', UNSTABLE, false",
                "130, -, '', UNSTABLE, false",
                "137, -, 'notMeasured: ''not_built''', NOT_BUILT, false",
                "2, -, 'failBuild: false', FAILURE, true",
                "127, -, 'failBuild: false', FAILURE, true",
                // Java that does not start ends with 1, too: no verdict, no regression
                "1, -, 'failBuild: true', UNSTABLE, false",
                "1, PASS, 'failBuild: true', UNSTABLE, false",
                // nothing is green without its verdict
                "0, -, '', UNSTABLE, false",
                "0, FAIL, '', UNSTABLE, false",
                "0, INVALID, '', UNSTABLE, false",
                "4, -, 'inconclusive: ''pass''', UNSTABLE, false",
            })
    void an_exit_code_becomes_what_it_means(int code, String verdict, String options, String result, boolean ends)
            throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);
        pipelines.gate.says(code, verdict == null ? "" : verdict, "cpu grew");

        pipelines.run("flamegate(" + (options.isEmpty() ? "[:]" : options) + ")\necho 'went on'");

        assertThat(pipelines.result()).isEqualTo(result);
        assertThat(pipelines.agent.said().contains("went on")).isEqualTo(!ends);
        assertThat(pipelines.agent.taken("archiveArtifacts")).hasSize(1);
    }

    @Test
    void what_could_not_be_measured_is_called_no_regression() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);
        pipelines.gate.says(3, "", "");

        pipelines.run("flamegate()");

        assertThat(pipelines.agent.said()).contains("it could not measure; this says nothing about the build");
        assertThat(pipelines.agent.taken("junit")).isEmpty();
        assertThat(pipelines.jenkins.build().getDescription()).contains("not measured");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_result_that_the_measured_code_replaced_harms_no_controller(boolean unix) throws IOException {
        for (String forged : List.of(
                "{\"verdict\": \"FAIL\", \"headline\": \"x\", \"findings\": []}" + " ".repeat(5_000_000),
                "[".repeat(100_000),
                "{\"verdict\": \"FAIL\", \"findings\": " + "[".repeat(100_000))) {
            Pipelines pipelines = unix ? Pipelines.onLinux(folder) : Pipelines.onWindows(folder);
            pipelines.gate.says(1, "FAIL", "x").leaves(forged);

            pipelines.run("flamegate()");

            assertThat(pipelines.result()).isEqualTo("UNSTABLE");
            assertThat(pipelines.agent.said()).contains("it could not measure");
        }
        assertThat(folder).isNotNull();
    }

    @Test
    void findings_of_another_shape_are_passed_over() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);
        pipelines
                .gate
                .says(1, "FAIL", "x")
                .leaves(
                        "{\"verdict\": \"FAIL\", \"headline\": {\"a\": [\"[\"]},"
                                + " \"findings\": [1, null, [], {\"verdict\": \"FAIL\"}, {\"verdict\": \"FAIL\", \"rule\": 1}]}");

        pipelines.run("flamegate()");

        assertThat(pipelines.result()).isEqualTo("FAILURE");
    }

    @Test
    void a_comparison_gets_its_arms_budget_rules_and_settings() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);
        pipelines.gate.says(0, "PASS", "every rule holds");

        pipelines.run("""
                def budget = 12
                flamegate(mode: 'compare', baseline: 'git:merge-base', candidate: 'target/shop.jar', budget: "${budget}m",
                    preset: 'nightly', rules: ['a.yaml', 'b.yaml'], set: ['load.measure': '5s', trials: 2],
                    history: '/var/lib/flamegate/shop', inconclusive: 'unstable', arguments: ['--pairs=4'])
                """);

        assertThat(pipelines.failed()).isEmpty();
        assertThat(pipelines.words())
                .containsExactly(
                        "compare",
                        "--plan=flamegate.yaml",
                        "--report=build/flamegate/flamegate",
                        "--history=/var/lib/flamegate/shop",
                        "--baseline=git:merge-base",
                        "--candidate=target/shop.jar",
                        "--budget=12m",
                        "--nightly",
                        "--rules=a.yaml",
                        "--rules=b.yaml",
                        "--set=load.measure=5s",
                        "--set=trials=2",
                        "--fail-on-inconclusive",
                        "--pairs=4");
    }

    @Test
    void wrong_options_are_all_named_before_anything_runs() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);

        pipelines.run("flamegate(plam: 'x', mode: 'watch', failBuild: 'yes', baseline: 'a.jar', name: '../x')");

        assertThat(pipelines.failed())
                .contains("unknown option 'plam'")
                .contains("mode cannot be 'watch'")
                .contains("failBuild cannot be 'yes'")
                .contains("baseline belongs to mode: 'compare'")
                .contains("name cannot be '../x'");
        assertThat(pipelines.gate.calls()).isEmpty();
    }

    @Test
    void windows_agents_get_the_same_words_through_bat() throws IOException {
        Pipelines pipelines = Pipelines.onWindows(folder);
        pipelines.gate.says(1, "FAIL", "cpu grew");

        pipelines.run("flamegate(executable: './flamegate', plan: 'C:\\\\perf\\\\a b.yaml', failBuild: 'unstable')");

        assertThat(pipelines.failed()).isEmpty();
        assertThat(pipelines.result()).isEqualTo("UNSTABLE");
        assertThat(pipelines.agent.taken("sh")).isEmpty();
        assertThat(pipelines.agent.taken("bat").get(0).text("script"))
                .isEqualTo("@call \".\\flamegate\" \"@build\\flamegate\\flamegate-a-b.arguments\"");
        assertThat(pipelines.words()).contains("--plan=C:\\perf\\a b.yaml");
    }

    @ParameterizedTest
    @CsvSource({"true, true, false", "true, false, true", "false, true, false", "false, false, true"})
    void an_agent_without_docker_starts_the_target_as_a_process(boolean unix, boolean docker, boolean process)
            throws IOException {
        Pipelines pipelines = unix ? Pipelines.onLinux(folder) : Pipelines.onWindows(folder);
        pipelines.gate.says(0, "PASS", "every rule holds").docker(docker);

        pipelines.run("flamegate(runtime: 'container', withoutDocker: 'process')");

        assertThat(pipelines.words()).contains(process ? "--runtime=process" : "--runtime=container");
        assertThat(pipelines.agent.said().contains("no Docker engine answers")).isEqualTo(process);
    }

    @Test
    void plugins_that_are_missing_are_named_and_left_out() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);
        pipelines.gate.says(0, "PASS", "every rule holds");
        pipelines
                .agent
                .without("publishHTML")
                .without("addBadge")
                .without("publishChecks")
                .without("junit");

        pipelines.run("flamegate()");

        assertThat(pipelines.failed()).isEmpty();
        assertThat(pipelines.agent.said())
                .contains("without the plugin HTML Publisher")
                .contains("without the plugin Badge")
                .contains("without the plugin Checks API")
                .contains("without the plugin JUnit");
    }

    @Test
    void a_stage_that_is_run_again_does_not_publish_what_the_first_try_left() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);
        pipelines.gate.says(1, "FAIL", "cpu grew");
        pipelines.run("flamegate(failBuild: 'unstable')");
        pipelines.gate.says(3, "", "");

        pipelines.run("flamegate()");

        assertThat(pipelines.agent.taken("junit")).hasSize(1);
        assertThat(pipelines.jenkins.build().getDescription())
                .isEqualTo("flamegate: not measured: it reached no verdict, see its log");
    }

    @Test
    void gates_side_by_side_keep_their_reports_and_lines_apart() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);
        pipelines.gate.says(0, "PASS", "every rule holds");

        pipelines.run("""
                parallel orders: { flamegate(name: 'orders') }, payments: { flamegate(name: 'pay ments') }
                """);

        assertThat(pipelines.failed()).isEmpty();
        assertThat(pipelines.gate.calls().stream().map(words -> Gate.option(words, "--report=")))
                .containsExactly("build/flamegate/orders", "build/flamegate/pay-ments");
        assertThat(pipelines.jenkins.build().getDescription())
                .isEqualTo("orders: PASS: every rule holds\npay ments: PASS: every rule holds");
    }

    @Test
    void a_pull_request_gets_its_comment_with_links_and_without_the_token_in_sight() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder).ofPullRequest();
        pipelines.gate.says(0, "PASS", "every rule holds");

        pipelines.run("flamegate(comment: 'github-token', commentOn: 'comments')");

        assertThat(pipelines.failed()).isEmpty();
        assertThat(pipelines.gate.calls("comment"))
                .containsExactly(List.of(
                        "comment",
                        "--report=build/flamegate/flamegate",
                        "--key=flamegate",
                        "--pull-request=https://github.com/shop/shop/pull/12",
                        "--report-url=https://ci.example/job/shop/7/artifact/build/flamegate/flamegate/index.html",
                        "--flame-url=https://ci.example/job/shop/7/artifact/build/flamegate/flamegate/flame.html"));
        assertThat(pipelines.agent.taken("enterEnv").get(0).named().get("variables"))
                .isEqualTo(List.of("GITHUB_TOKEN=s3cret"));
        assertThat(pipelines.jenkins.environment()).doesNotContainKey("GITHUB_TOKEN");
        assertThat(pipelines.agent.said()).doesNotContain("s3cret");
    }

    /** A process that the change left behind can read the environment of all that its user runs on that agent. */
    @Test
    void the_token_is_never_on_an_agent_that_ran_the_change() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder).ofPullRequest();
        pipelines.gate.says(0, "PASS", "every rule holds");

        pipelines.run("flamegate(comment: 'github-token', commentOn: 'comments')");

        assertThat(pipelines.gate.seenOn("comments")).contains("s3cret");
        assertThat(pipelines.gate.seenOn("agent")).doesNotContain("s3cret");
        try (Stream<Path> files = Files.walk(pipelines.agent.otherWorkspace())) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> file.getFileName().toString()))
                    .as("only the result goes there")
                    .containsExactlyInAnyOrder("result.json", "flamegate.comment");
        }
    }

    @Test
    void an_agent_that_measured_does_not_comment_whatever_its_labels() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder).ofPullRequest();
        pipelines.gate.says(0, "PASS", "every rule holds");

        pipelines.run("flamegate(comment: 'github-token', commentOn: 'linux')");

        assertThat(pipelines.gate.calls("comment")).isEmpty();
        assertThat(pipelines.agent.taken("secret")).isEmpty();
        assertThat(pipelines.agent.said()).contains("commentOn has to be the label of other agents");
        assertThat(pipelines.result()).isEqualTo("SUCCESS");
    }

    @Test
    void a_comment_without_other_agents_is_refused() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder).ofPullRequest();

        pipelines.run("flamegate(comment: 'github-token')");

        assertThat(pipelines.failed()).contains("option comment needs commentOn");
        assertThat(pipelines.gate.calls()).isEmpty();
    }

    @Test
    void the_text_of_a_check_is_code_whatever_the_change_wrote() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);
        pipelines
                .gate
                .says(1, "FAIL", "x")
                .leaves(
                        "{\"verdict\": \"FAIL\", \"headline\": \"`[Approve](https://evil.example)` @team\\n\\n# big\\u202e\","
                                + " \"findings\": [{\"verdict\": \"FAIL\", \"rule\": \"![](https://evil.example/p)\", \"message\": \"``x``\"}]}");

        pipelines.run("flamegate(failBuild: false)");

        Step check = pipelines.agent.taken("publishChecks").get(0);
        assertThat(check.text("title")).isEqualTo("FAIL");
        assertThat(check.text("summary"))
                .isEqualTo(
                        "`'[Approve](https://evil.example)' @team # big `\n\n- `![](https://evil.example/p): ''x'' `")
                .doesNotContain("Approve here");
    }

    @ParameterizedTest
    @ValueSource(strings = {"APPROVED", "PASS`; rm -rf /`", "pass", "<b>PASS</b>"})
    void a_verdict_is_one_of_five_words(String word) throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);
        pipelines.gate.says(0, word, "x");

        pipelines.run("flamegate()");

        assertThat(pipelines.result()).isEqualTo("UNSTABLE");
        assertThat(pipelines.agent.taken("addBadge").get(0).text("text")).isEqualTo("flamegate not measured");
    }

    @Test
    void a_merge_request_gets_its_comment_with_the_other_token() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder).ofPullRequest();
        pipelines.gate.says(0, "PASS", "every rule holds");
        pipelines.jenkins.environment().put("CHANGE_URL", "https://gitlab.example/shop/shop/-/merge_requests/3");

        pipelines.run("flamegate(comment: 'github-token', commentOn: 'comments')");

        assertThat(pipelines.agent.taken("enterEnv").get(0).named().get("variables"))
                .isEqualTo(List.of("GITLAB_TOKEN=s3cret"));
    }

    @Test
    void builds_of_branches_get_no_comment() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);
        pipelines.gate.says(0, "PASS", "every rule holds");

        pipelines.run("flamegate(comment: 'github-token', commentOn: 'comments')");

        assertThat(pipelines.gate.calls("comment")).isEmpty();
    }

    @Test
    void a_result_that_was_cut_off_is_no_verdict() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);
        pipelines.gate.says(1, "FAIL", "cpu grew").leaves("{\"verdict\": \"FAIL\", \"findings\": [");

        pipelines.run("flamegate()");

        assertThat(pipelines.result()).isEqualTo("UNSTABLE");
        assertThat(pipelines.agent.said()).contains("it reached no verdict");
    }

    @Test
    void the_history_goes_from_build_to_build_as_an_artefact() throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);
        pipelines.gate.says(0, "PASS", "every rule holds");

        pipelines.run(
                "flamegate(history: 'artifacts', historyFrom: 'http://127.0.0.1:9/none.zip', keepRuns: 7, trends: true)");

        assertThat(pipelines.failed()).isEmpty();
        assertThat(pipelines.agent.said())
                .contains("no history of an earlier build could be fetched; this build starts a new one");
        assertThat(pipelines.words()).contains("--history=build/flamegate/flamegate-history");
        assertThat(pipelines.gate.calls("history"))
                .containsExactly(
                        List.of("history", "prune", "--keep=7", "--history=build/flamegate/flamegate-history"),
                        List.of(
                                "history",
                                "export",
                                "build/flamegate/flamegate-history.zip",
                                "--history=build/flamegate/flamegate-history"),
                        List.of(
                                "history",
                                "site",
                                "build/flamegate/flamegate-trends",
                                "--history=build/flamegate/flamegate-history"));
        assertThat(pipelines.agent.taken("archiveArtifacts").stream().map(step -> step.text("artifacts")))
                .containsExactly("build/flamegate/flamegate/**", "build/flamegate/flamegate-history.zip");
        assertThat(pipelines.agent.taken("publishHTML")).hasSize(2);
        assertThat(Files.exists(pipelines.agent.workspace().resolve("build/flamegate/flamegate-history.zip")))
                .isTrue();
    }
}
