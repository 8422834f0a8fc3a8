package dev.flamegate.ci;

import static org.assertj.core.api.Assertions.assertThat;

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

/** The example's jobs, run as a runner of GitLab runs them: every line in one shell, the after_script in another. */
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
    void a_job_measures_leaves_what_its_reports_name_and_comments_also_when_it_fails(String job) throws Exception {
        Map<String, Object> merged = new HashMap<>((Map<String, Object>) pipeline.get(".flamegate"));
        merged.putAll((Map<String, Object>) pipeline.get(job));
        Shell.flamegate(folder.resolve("home/bin/flamegate"), "failing", 1);
        Path maven = Files.writeString(folder.resolve("mvnw"), "#!/bin/sh\nexit 0\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        List<String> script = new ArrayList<>((List<String>) merged.get("before_script"));
        script.addAll((List<String>) merged.get("script"));

        Ended measured = run(script);
        Ended after = run((List<String>) merged.get("after_script"));

        assertThat(measured.code()).as(measured.err()).isEqualTo(1);
        assertThat(after.code()).as(after.err()).isZero();
        Map<String, Object> artifacts = (Map<String, Object>) merged.get("artifacts");
        ((Map<String, String>) artifacts.get("reports"))
                .values()
                .forEach(path -> assertThat(folder.resolve(path)).exists());
        List<String> asked = Files.readAllLines(folder.resolve("arguments.txt"));
        assertThat(asked)
                .containsSubsequence(
                        "comment",
                        "--report-url",
                        "https://gitlab.example/acme/shop/-/jobs/1/artifacts/file/build/flamegate/index.html");
        if (job.endsWith("compare")) {
            assertThat(asked).containsSequence("compare", "--baseline", "git:f00d; touch pwned", "--budget", "15m");
        }
        assertThat(folder.resolve("pwned")).doesNotExist();
    }

    @Test
    @SuppressWarnings("unchecked")
    void no_comment_is_tried_where_nothing_was_measured() throws Exception {
        Shell.flamegate(folder.resolve("home/bin/flamegate"), "", 3);
        List<String> after = (List<String>) ((Map<String, Object>) pipeline.get(".flamegate")).get("after_script");

        assertThat(run(after).code()).isZero();
        assertThat(folder.resolve("arguments.txt")).doesNotExist();
    }

    private Ended run(List<String> script) throws Exception {
        return Shell.run(
                folder,
                Map.of(
                        "GITLAB_CI", "true",
                        "FLAMEGATE_HOME", folder.resolve("home").toString(),
                        "DOUBLE_LOG", folder.resolve("arguments.txt").toString(),
                        "CI_MERGE_REQUEST_IID", "7",
                        "CI_MERGE_REQUEST_DIFF_BASE_SHA", "f00d; touch pwned",
                        "CI_JOB_URL", "https://gitlab.example/acme/shop/-/jobs/1"),
                "bash",
                "-eo",
                "pipefail",
                "-c",
                String.join("\n", script));
    }
}
