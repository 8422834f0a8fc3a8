package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.ci.Shell;
import dev.flamegate.ci.Shell.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The example's jobs, run as a runner of GitLab runs them: every line in one shell. */
@DisabledOnOs(OS.WINDOWS)
class GitLabExampleTest {
    @TempDir
    Path folder;

    private Map<String, Object> pipeline = Map.of();

    @BeforeEach
    void read() throws Exception {
        pipeline = GitHubActionTest.yaml(Shell.CHECKOUT.resolve("examples/gitlab/.gitlab-ci.yml"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"performance:compare", "performance:run"})
    @SuppressWarnings("unchecked")
    void a_job_measures_and_leaves_what_its_reports_name(String job) throws Exception {
        Map<String, Object> merged = merged(job);
        Shell.flamegate(folder.resolve("home/bin/flamegate"), "failing", 1);
        executable("mvnw", "exit 0");
        executable("bin/git", "printf '%s\\n' \"$@\" >git.txt");
        List<String> script = new ArrayList<>((List<String>) merged.get("before_script"));
        script.addAll((List<String>) merged.get("script"));

        Ended measured = run(script);

        assertThat(measured.code()).as(measured.err()).isEqualTo(1);
        Map<String, Object> artifacts = (Map<String, Object>) merged.get("artifacts");
        ((Map<String, String>) artifacts.get("reports"))
                .values()
                .forEach(path -> assertThat(folder.resolve(path)).exists());
        if (job.endsWith("compare")) {
            assertThat(Files.readAllLines(folder.resolve("arguments.txt")))
                    .containsSequence(
                            "compare",
                            "--baseline",
                            "git:f00d; touch pwned",
                            "--budget",
                            "15m",
                            "--policy-from",
                            "git:refs/remotes/origin/flamegate-policy");
            assertThat(Files.readAllLines(folder.resolve("git.txt")))
                    .containsSequence("origin", "+refs/heads/main; touch pwned:refs/remotes/origin/flamegate-policy");
            assertThat((Map<String, Object>) merged.get("cache")).containsEntry("policy", "pull");
        }
        assertThat(folder.resolve("pwned")).doesNotExist();
    }

    /** The jobs that run the change's code have no token, and the one that has it runs nothing of the change. */
    @Test
    @SuppressWarnings("unchecked")
    void the_job_that_comments_has_an_environment_of_its_own_and_no_checkout() throws Exception {
        Map<String, Object> comment = merged("performance:comment");
        Shell.flamegate(folder.resolve("home/bin/flamegate"), "failing", 0);
        Files.createDirectories(folder.resolve("build/flamegate"));
        Files.writeString(folder.resolve("build/flamegate/result.json"), "{}");

        assertThat(run((List<String>) comment.get("script")).code()).isZero();

        assertThat(Files.readAllLines(folder.resolve("arguments.txt")))
                .containsSequence("comment", "--report-url", "https://gitlab.example/acme/shop/-/pipelines/1");
        assertThat((Map<String, Object>) comment.get("variables")).containsEntry("GIT_STRATEGY", "none");
        assertThat(comment).containsKey("environment").doesNotContainKeys("cache", "before_script");
        for (String job : List.of("performance:compare", "performance:run")) {
            assertThat(merged(job)).doesNotContainKeys("environment", "after_script");
            assertThat((List<String>) comment.get("tags"))
                    .as("not on a machine where a change left something behind")
                    .isNotEmpty()
                    .doesNotContainAnyElementsOf((List<String>) merged(job).get("tags"));
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void no_comment_is_tried_where_nothing_was_measured() throws Exception {
        Shell.flamegate(folder.resolve("home/bin/flamegate"), "", 3);

        assertThat(run((List<String>) merged("performance:comment").get("script"))
                        .code())
                .isZero();
        assertThat(folder.resolve("arguments.txt")).doesNotExist();
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> merged(String job) {
        Map<String, Object> own = (Map<String, Object>) pipeline.get(job);
        Map<String, Object> merged = new HashMap<>();
        if (own.containsKey("extends")) {
            merged.putAll((Map<String, Object>) pipeline.get((String) own.get("extends")));
        }
        merged.putAll(own);
        return merged;
    }

    private void executable(String name, String script) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Ended run(List<String> script) throws Exception {
        return Shell.run(
                folder,
                Map.of(
                        "GITLAB_CI", "true",
                        "FLAMEGATE_HOME", folder.resolve("home").toString(),
                        "DOUBLE_LOG", folder.resolve("arguments.txt").toString(),
                        "PATH", folder.resolve("bin") + ":" + System.getenv("PATH"),
                        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "main; touch pwned",
                        "CI_MERGE_REQUEST_DIFF_BASE_SHA", "f00d; touch pwned",
                        "CI_PIPELINE_URL", "https://gitlab.example/acme/shop/-/pipelines/1"),
                "bash",
                "-eo",
                "pipefail",
                "-c",
                String.join("\n", script));
    }
}
