package dev.flamegate.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.ci.Shell.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The recipes for GitHub and GitLab, attacked by the author of a change: its build and its service print all that they
 * can reach, backwards, so that no masking of a runner hides a secret that was reached.
 */
@DisabledOnOs(OS.WINDOWS)
class AttackedRecipesTest {
    private static final String TOKEN = "ghs_7tokenOfTheJob";
    private static final String KEY = "AKIA5keyOfTheBucket";
    private static final String ATTACK = """
            #!/usr/bin/env bash
            # $1: in which step this runs
            {
              echo "ATTACKED $1"
              env
              process=$$
              while [ "$process" -gt 1 ]; do
                tr '\\0' '\\n' <"/proc/$process/environ"
                tr '\\0' '\\n' <"/proc/$process/cmdline"
                process=$(sed 's/.*) . //; s/ .*//' "/proc/$process/stat")
              done
              git config --list
              find . "$HOME" ${RUNNER_TEMP:+"$RUNNER_TEMP"} -type f -size -100k -exec cat {} +
            } 2>/dev/null | tr -d '\\0' | LC_ALL=C rev || :
            """;

    @TempDir
    Path folder;

    @Test
    void a_pull_request_that_prints_all_it_can_reach_prints_no_secret() throws Exception {
        Shell.needs("act");
        Ended ended = pullRequest(recipe("pull-request.yml"), "change");

        assertThat(printed(ended)).containsExactly("ATTACKED build", "ATTACKED service");
    }

    /** That the attack would find one. */
    @Test
    void a_workflow_that_gives_a_secret_to_the_job_loses_it() throws Exception {
        Shell.needs("act");
        Ended ended = pullRequest(
                recipe("pull-request.yml")
                        .replace(
                                "    timeout-minutes: 45\n",
                                "    timeout-minutes: 45\n    env:\n      GITHUB_TOKEN: ${{ github.token }}\n      KEY: ${{ secrets.KEY }}\n"),
                "change");

        assertThat(printed(ended)).contains(TOKEN, KEY);
    }

    /** A new version of a library is a stranger's code, and the name of a branch says nothing about who made it. */
    @ParameterizedTest
    @ValueSource(strings = {"renovate/netty-monorepo", "dependabot/maven/io.netty-netty-bom-4.1.125.Final"})
    void a_pull_request_of_a_bot_is_measured_and_prints_no_secret(String branch) throws Exception {
        Shell.needs("act");
        Ended ended = pullRequest(recipe("dependencies.yml"), branch);

        assertThat(printed(ended)).containsExactly("ATTACKED build", "ATTACKED service");
        assertThat(folder.resolve("arguments.txt"))
                .content()
                .contains(
                        "compare\n",
                        "--baseline=git:",
                        "--fail-on-inconclusive\n",
                        "--policy-from=git:refs/remotes/origin/main\n");
    }

    /** The label is looked up when the job runs: the event of a run that is repeated is that of its first time. */
    @Test
    void a_pull_request_is_measured_on_request_and_prints_no_secret() throws Exception {
        Shell.needs("act");
        labels("bug", "performance");
        Ended ended = pullRequest(recipe("on-request.yml"), "change");

        assertThat(printed(ended)).containsExactly("ATTACKED build", "ATTACKED service");
        assertThat(folder.resolve("arguments.txt")).content().contains("--policy-from=git:refs/remotes/origin/main\n");
    }

    @Test
    void a_pull_request_without_the_label_is_not_measured() throws Exception {
        Shell.needs("act");
        labels("performance-later");
        Ended ended = pullRequest(recipe("on-request.yml"), "change");

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(printed(ended)).isEmpty();
    }

    /** GitHub's program answers with these labels. */
    private void labels(String... names) throws IOException {
        Files.createDirectories(folder.resolve("bin"));
        program(folder.resolve("bin/gh"), "#!/bin/sh\nprintf '%s\\n' " + String.join(" ", names) + "\n");
    }

    @Test
    void a_pull_request_of_a_person_is_not_measured_by_the_recipe_for_bots() throws Exception {
        Shell.needs("act");
        Ended ended = pullRequest(recipe("dependencies.yml"), "change");

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(printed(ended)).isEmpty();
    }

    /** The workflow that has the token gets a report with programs in it, and runs none of them. */
    @Test
    void a_report_full_of_programs_is_only_read_where_the_token_is() throws Exception {
        Shell.needs("act");
        Path checkout = folder.resolve("checkout");
        Files.createDirectories(checkout.resolve(".github/workflows"));
        Files.copy(
                Shell.CHECKOUT.resolve("examples/github/comment.yml"),
                checkout.resolve(".github/workflows/comment.yml"));
        ActRunner.commit(checkout);
        Path event = Files.writeString(
                folder.resolve("event.json"),
                "{\"workflow_run\": {\"event\": \"pull_request\", \"id\": 7, \"html_url\": \"https://github.example/7\"}}");
        String workflow = Files.readString(Shell.CHECKOUT.resolve("examples/github/comment.yml"));
        Ended ended = runner().with(
                        pinned("actions/download-artifact", workflow), copies(artifact(), "${{ inputs.path }}"))
                .doubles(workflow)
                .run(
                        checkout,
                        "workflow_run",
                        Map.of("DOUBLE_LOG", folder.resolve("arguments.txt").toString()),
                        "--eventpath",
                        event.toString(),
                        "--secret-file",
                        secrets().toString());

        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
        assertThat(folder.resolve("arguments.txt")).content().contains("comment\n");
        assertThat(printed(ended)).isEmpty();
    }

    @Test
    void a_merge_request_that_prints_all_it_can_reach_prints_no_secret() throws Exception {
        Shell.needs("gitlab-ci-local");
        Path checkout = checkout();
        Files.copy(Shell.CHECKOUT.resolve("examples/gitlab/.gitlab-ci.yml"), checkout.resolve(".gitlab-ci.yml"));

        assertSecretsAreSafe(mergeRequest(checkout), "change");
    }

    @Test
    void a_merge_request_of_a_bot_is_measured_and_prints_no_secret() throws Exception {
        Shell.needs("gitlab-ci-local");
        Path checkout = botsOnly();

        assertSecretsAreSafe(mergeRequest(checkout), "renovate/netty-monorepo");
    }

    @Test
    void a_merge_request_of_a_person_is_not_measured_by_the_recipe_for_bots() throws Exception {
        Shell.needs("gitlab-ci-local");
        Path home = mergeRequest(botsOnly());

        assertThat(gitLab(folder.resolve("checkout"), home, "renovate/x", "--list")
                        .out())
                .contains("performance:compare", "performance:comment");
        assertThat(gitLab(folder.resolve("checkout"), home, "change", "--list").out())
                .doesNotContain("performance:compare", "performance:comment");
    }

    @Test
    void a_merge_request_is_measured_on_request() throws Exception {
        Shell.needs("gitlab-ci-local");
        Path home = mergeRequest(including("on-request.gitlab-ci.yml"));
        Path checkout = folder.resolve("checkout");

        assertThat(gitLab(checkout, home, "change", "--variable", "CI_MERGE_REQUEST_LABELS=bug,performance", "--list")
                        .out())
                .contains("performance:compare", "performance:comment");
        assertThat(gitLab(checkout, home, "change", "--variable", "CI_MERGE_REQUEST_LABELS=performance-later", "--list")
                        .out())
                .doesNotContain("performance:compare", "performance:comment");
    }

    private Path botsOnly() throws IOException {
        return including("dependencies.gitlab-ci.yml");
    }

    /** A checkout whose pipeline is one that includes the usual one. */
    private Path including(String recipe) throws IOException {
        Path checkout = checkout();
        Files.copy(
                Shell.CHECKOUT.resolve("examples/gitlab/.gitlab-ci.yml"),
                checkout.resolve("performance.gitlab-ci.yml"));
        Files.copy(Shell.CHECKOUT.resolve("examples/gitlab").resolve(recipe), checkout.resolve(".gitlab-ci.yml"));
        return checkout;
    }

    private void assertSecretsAreSafe(Path home, String branch) throws Exception {
        Path checkout = folder.resolve("checkout");
        assertThat(printed(gitLab(checkout, home, branch, "performance:compare")))
                .containsExactly("ATTACKED build", "ATTACKED service");
        // In the scope of its environment the token is there: its absence above is no accident.
        assertThat(printed(gitLab(checkout, home, branch, "performance:comment")))
                .contains(TOKEN);
    }

    /** Commits a checkout as a merge request's. Returns the home of a runner whose project has a token. */
    private Path mergeRequest(Path checkout) throws Exception {
        Path home = folder.resolve("gitlab-home");
        Files.createDirectories(home.resolve(".gitlab-ci-local"));
        Files.writeString(home.resolve(".gitlab-ci-local/variables.yml"), """
                global:
                  GITLAB_TOKEN:
                    type: variable
                    values: {performance-comment: %s}
                """.formatted(TOKEN));
        attackedFlamegate(folder.resolve("flamegate/bin/flamegate"));
        // There is no server to fetch from.
        Files.createDirectories(folder.resolve("bin"));
        program(folder.resolve("bin/git"), """
                #!/bin/sh
                [ "$1" = fetch ] || PATH=${PATH#*:} exec git "$@"
                """);
        ActRunner.commit(checkout);
        Shell.run(checkout, Map.of(), "git", "remote", "add", "origin", "git@gitlab.example:acme/shop.git");
        return home;
    }

    private Ended gitLab(Path checkout, Path home, String branch, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "gitlab-ci-local",
                "--force-shell-executor",
                "--variable",
                "CI_PIPELINE_SOURCE=merge_request_event",
                "--variable",
                "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME=" + branch,
                "--variable",
                "CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main",
                "--variable",
                "CI_MERGE_REQUEST_DIFF_BASE_SHA=HEAD",
                "--variable",
                "FLAMEGATE_HOME=" + folder.resolve("flamegate")));
        command.addAll(List.of(arguments));
        return Shell.run(
                checkout,
                Map.of(
                        "HOME", home.toString(),
                        "DOUBLE_LOG", folder.resolve("arguments.txt").toString(),
                        "PATH", folder.resolve("bin") + ":" + System.getenv("PATH")),
                command.toArray(String[]::new));
    }

    private static String recipe(String name) throws IOException {
        return Files.readString(Shell.CHECKOUT.resolve("examples/github").resolve(name));
    }

    private Ended pullRequest(String workflow, String branch) throws Exception {
        Path checkout = checkout();
        Files.createDirectories(checkout.resolve(".github/workflows"));
        Files.writeString(checkout.resolve(".github/workflows/pull-request.yml"), workflow);
        ActRunner.commit(checkout);
        Path event = Files.writeString(
                folder.resolve("event.json"),
                "{\"pull_request\": {\"number\": 7, \"head\": {\"ref\": \"" + branch
                        + "\", \"sha\": \"HEAD\"}, \"base\": {\"ref\": \"main\"}}}");
        return runner().with(pinned("actions/checkout", workflow), copies(checkout, "."))
                .doubles(workflow)
                .run(
                        checkout,
                        "pull_request",
                        Map.of(
                                "DOUBLE_LOG",
                                folder.resolve("arguments.txt").toString(),
                                "PATH",
                                folder.resolve("bin") + ":" + System.getenv("PATH")),
                        "--eventpath",
                        event.toString(),
                        "--secret-file",
                        secrets().toString());
    }

    /** With the action of this checkout, whose flamegate runs the service of the change as a gate does. */
    private ActRunner runner() throws Exception {
        Path action = folder.resolve("action");
        Files.createDirectories(action.resolve("integrations/github"));
        for (String file : List.of("action.yml", "integrations/github/steps.sh")) {
            Files.copy(Shell.CHECKOUT.resolve(file), action.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
        for (String part : List.of(
                "pom.xml", "rules", "probe", "gatling", "sample-service", "gate-cli", "extensions", "release")) {
            Files.createDirectories(action.resolve(part));
        }
        attackedFlamegate(action.resolve("flamegate"));
        return new ActRunner(folder)
                .with("flamegate/flamegate@v1", action)
                .doubles(Files.readString(Shell.CHECKOUT.resolve("action.yml")));
    }

    /** A flamegate that starts the change's service with all that it has itself. */
    private static void attackedFlamegate(Path place) throws IOException {
        Shell.flamegate(place, "failing", 1);
        String text = Files.readString(place);
        Files.writeString(place, text.replaceFirst("\n", "\n[ ! -x ./attack ] || ./attack service\n"));
    }

    /** The checkout of a change whose build attacks. */
    private Path checkout() throws IOException {
        Path checkout = folder.resolve("checkout");
        Files.createDirectories(checkout);
        program(checkout.resolve("attack"), ATTACK);
        program(checkout.resolve("mvnw"), "#!/bin/sh\n./attack build\n");
        return checkout;
    }

    /** A report that has, besides the result, whatever a job might run by mistake. */
    private Path artifact() throws IOException {
        Path artifact = folder.resolve("artifact");
        Files.createDirectories(artifact.resolve(".mvn"));
        Files.copy(Shell.GOLDEN.resolve("failing/result.json"), artifact.resolve("result.json"));
        for (String name : List.of("flamegate", "mvnw", "attack", "java", "action.yml", "steps.sh", "comment")) {
            program(artifact.resolve(name), ATTACK);
        }
        Files.writeString(artifact.resolve(".mvn/jvm.config"), "-javaagent:attack");
        return artifact;
    }

    private Path secrets() throws IOException {
        Path vault = folder.resolve("vault");
        Files.createDirectories(vault);
        return Files.writeString(vault.resolve("secrets"), "GITHUB_TOKEN=" + TOKEN + "\nKEY=" + KEY + "\n");
    }

    private static void program(Path place, String text) throws IOException {
        Files.writeString(place, text);
        if (!place.toFile().setExecutable(true)) {
            throw new IOException(place + " cannot be made executable");
        }
    }

    /** An action that copies a folder to a place, as those do that fetch something. */
    private Path copies(Path from, String to) throws IOException {
        Path action = folder.resolve("copies-" + from.getFileName());
        Files.createDirectories(action);
        Files.writeString(action.resolve("action.yml"), """
                name: copies
                inputs: {path: {default: ""}}
                runs:
                  using: composite
                  steps:
                    - shell: bash
                      run: mkdir -p "%2$s" && cp -r '%1$s'/. "%2$s"
                """.formatted(from, to));
        return action;
    }

    /** An action with the commit that a workflow names. */
    private static String pinned(String action, String workflow) {
        String from = workflow.substring(workflow.indexOf(action + "@"));
        return from.substring(0, from.indexOf(' '));
    }

    /** What the attack printed of what matters: where it ran, and secrets. */
    private static List<String> printed(Ended ended) {
        return Stream.of("ATTACKED build", "ATTACKED service", TOKEN, KEY)
                .filter(text ->
                        ended.out().contains(new StringBuilder(text).reverse().toString()))
                .toList();
    }
}
