package dev.flamegate.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Names of branches, files and rules that try to become something else. */
class InjectionTest {
    @TempDir
    private Path folder;

    static Stream<String> corpus() {
        return Stream.of(
                "$(touch hacked)",
                "`touch hacked`",
                "'; touch hacked; '",
                "\"; touch hacked; \"",
                "x\" & echo hacked > hacked & \"",
                "%PATH%",
                "!PATH!",
                "^& echo hacked",
                "${env.BUILD_URL}",
                "${jndi:ldap://127.0.0.1/x}",
                "\\",
                "\\\\\"",
                "a b  c",
                "# no comment",
                "@other-file",
                "--report=elsewhere",
                "größe-Ω-😀",
                "<script>alert(1)</script>",
                "[x](javascript:alert(1))");
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void a_value_reaches_the_gate_as_it_is(String value) throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);
        pipelines.gate.says(0, "PASS", "every rule holds");
        pipelines.jenkins.environment().put("VALUE", value);

        pipelines.run(
                "flamegate(mode: 'compare', plan: env.VALUE, baseline: \"git:${env.VALUE}\", set: [a: env.VALUE])");

        assertThat(pipelines.failed()).isEmpty();
        assertThat(pipelines.words())
                .contains("--plan=" + value, "--baseline=git:" + value, "--set=a=" + value)
                .hasSize(5);
        assertThat(hacked()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void a_value_reaches_the_gate_as_it_is_on_windows(String value) throws IOException {
        Pipelines pipelines = Pipelines.onWindows(folder);
        pipelines.gate.says(0, "PASS", "every rule holds");
        pipelines.jenkins.environment().put("VALUE", value);

        pipelines.run("flamegate(mode: 'compare', plan: env.VALUE, baseline: env.VALUE)");

        assertThat(pipelines.failed()).isEmpty();
        assertThat(pipelines.words()).contains("--plan=" + value, "--baseline=" + value);
        assertThat(pipelines.agent.taken("bat").get(0).text("script"))
                .matches("@call \"flamegate\" \"@build.flamegate.flamegate[A-Za-z0-9._-]*\\.arguments\"");
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void a_value_cannot_name_a_folder_or_a_program(String value) throws IOException {
        for (String option : List.of("name", "executable")) {
            Pipelines pipelines = Pipelines.onLinux(folder);
            pipelines.gate.says(0, "PASS", "every rule holds");
            pipelines.jenkins.environment().put("VALUE", value + "'");

            pipelines.run("flamegate(" + option + ": env.VALUE)");

            assertThat(pipelines.failed()).contains("option " + option + " cannot be");
        }
        assertThat(hacked()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void what_the_gate_says_is_no_markup_in_the_description(String value) throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);
        pipelines.gate.says(1, "FAIL", value.replace("\\", "\\\\").replace("\"", "\\\""));

        pipelines.run("flamegate(failBuild: false)");

        assertThat(pipelines.failed()).isEmpty();
        assertThat(pipelines.jenkins.build().getDescription()).doesNotContain("<", ">", "&", "\"");
    }

    private boolean hacked() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.anyMatch(file -> file.getFileName().toString().equals("hacked"));
        }
    }
}
