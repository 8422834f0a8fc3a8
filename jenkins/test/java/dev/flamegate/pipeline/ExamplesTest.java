package dev.flamegate.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs every example, on a build that passes and on one that fails. */
class ExamplesTest {
    @TempDir
    private Path folder;

    private Pipelines pipelines;

    @BeforeEach
    void begin() throws IOException {
        pipelines = Pipelines.onLinux(folder).ofPullRequest();
        Path wrapper = pipelines.agent.workspace().resolve("mvnw");
        Files.writeString(wrapper, "#!/bin/sh\nexit 0\n");
        assertThat(wrapper.toFile().setExecutable(true)).isTrue();
    }

    private static String example(String name) throws IOException {
        return Files.readString(Jenkins.LIBRARY.resolve("examples").resolve(name));
    }

    @Test
    void the_comparison_of_a_pull_request() throws IOException {
        pipelines.gate.says(0, "PASS", "every rule holds");

        pipelines.run(example("Jenkinsfile"));

        assertThat(pipelines.failed()).isEmpty();
        assertThat(pipelines.words()).contains("compare", "--baseline=git:merge-base", "--budget=12m");
        assertThat(pipelines.gate.calls("comment")).hasSize(1);
        assertThat(pipelines.agent.said()).contains("the build is SUCCESS").doesNotContain("s3cret");
    }

    @Test
    void a_regression_ends_the_declarative_pipeline_and_its_post_section_runs() throws IOException {
        pipelines.gate.says(1, "FAIL", "cpu grew");

        pipelines.run(example("Jenkinsfile"));

        assertThat(pipelines.failed()).contains("flamegate: FAIL: cpu grew");
        assertThat(pipelines.agent.said()).contains("the build is");
    }

    @Test
    void the_nightly_run() throws IOException {
        pipelines.gate.says(1, "FAIL", "cpu grew");

        pipelines.run(example("Jenkinsfile.nightly"));

        assertThat(pipelines.failed()).isEmpty();
        assertThat(pipelines.result()).isEqualTo("UNSTABLE");
        assertThat(pipelines.words()).contains("run", "--history=build/flamegate/flamegate-history");
        assertThat(pipelines.agent.said())
                .contains("flamegate says FAIL: cpu grew")
                .doesNotContain("pa\"ss");
    }

    @Test
    void two_services_in_branches_of_their_own() throws IOException {
        pipelines.gate.says(3, "", "");

        pipelines.run(example("Jenkinsfile.scripted"));

        assertThat(pipelines.failed()).isEmpty();
        assertThat(pipelines.result()).isEqualTo("NOT_BUILT");
        assertThat(pipelines.gate.calls().stream().map(words -> Gate.option(words, "--report=")))
                .containsExactly("build/flamegate/orders", "build/flamegate/payments");
    }

    @Test
    void no_example_is_left_out_here() throws IOException {
        try (var files = Files.list(Jenkins.LIBRARY.resolve("examples"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("Jenkinsfile", "Jenkinsfile.nightly", "Jenkinsfile.scripted");
        }
    }
}
