package dev.flamegate.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Jenkins' Groovy can parse and its continuation passing supports. */
class SyntaxTest {
    static Stream<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(Jenkins.LIBRARY)) {
            return files
                    .filter(file -> file.toString().endsWith(".groovy")
                            || file.getFileName().toString().startsWith("Jenkinsfile"))
                    .filter(file -> !file.startsWith(Jenkins.LIBRARY.resolve("target")))
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("sources")
    void every_source_is_pipeline_code(Path source) throws IOException {
        assertThat(PipelineRules.problems(source.getFileName().toString(), Files.readString(source)))
                .isEmpty();
    }

    @Test
    void there_are_sources() throws IOException {
        assertThat(sources().map(source -> source.getFileName().toString()))
                .contains("flamegate.groovy", "Gate.groovy", "Settings.groovy", "Jenkinsfile");
    }

    @Test
    void every_class_can_be_written_out() throws IOException {
        assertThat(sources().filter(source -> source.startsWith(Jenkins.LIBRARY.resolve("src"))))
                .allSatisfy(source -> assertThat(Files.readString(source))
                        .contains("implements Serializable")
                        .contains("serialVersionUID"));
    }

    @Test
    void the_variable_has_its_help_with_every_option() throws IOException {
        String help = Files.readString(Jenkins.LIBRARY.resolve("vars/flamegate.txt"));
        String settings = Files.readString(Jenkins.LIBRARY.resolve("src/dev/flamegate/jenkins/Settings.groovy"));
        List<String> options = settings.substring(settings.indexOf("return ["), settings.indexOf("        ]\n"))
                .lines()
                .map(String::strip)
                .filter(line -> line.matches("[a-zA-Z]+: .*"))
                .map(line -> line.substring(0, line.indexOf(':')))
                .toList();

        assertThat(options).hasSizeGreaterThan(20).contains("plan", "failBuild", "checks");
        assertThat(options).allSatisfy(option -> assertThat(help).contains("<code>" + option + "</code>"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "def f = (a) -> a + 1",
                "def x = null\nx ?= 5",
                "if (1 !in [1]) { echo 'x' }",
                "def y = items?[0]",
                "int[] n = {1, 2}",
                "do { echo 'x' } while (true)",
                "try (def a = open()) { echo 'x' }"
            })
    void newer_syntax_is_found(String code) {
        assertThat(PipelineRules.problems("Newer.groovy", code)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1, 2].each { echo \"${it}\" }",
                "['a': 1].collect { key, value -> sh key }",
                "names.sort { a, b -> a <=> b }",
                "class A { @com.cloudbees.groovy.cps.NonCPS def f(steps) { steps.echo('x') } }",
                "@NonCPS def f() { sh 'x' }",
                "class A { boolean unix\nboolean isUnix() { return unix } }",
                "class A { def f() { def m = ('a' =~ /b/); steps.sh('x') } }",
                "def slurper = new groovy.json.JsonSlurper()\nsh 'x'"
            })
    void what_continuation_passing_does_not_bear_is_found(String code) {
        assertThat(PipelineRules.problems("Bad.groovy", code)).isNotEmpty();
    }

    @Test
    void a_value_that_cannot_be_written_out_ends_the_pipeline_at_the_next_step(
            @org.junit.jupiter.api.io.TempDir Path folder) throws IOException {
        Pipelines pipelines = Pipelines.onLinux(folder);

        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> pipelines.run("def socket = new Object()\necho 'x'\necho socket.toString()"))
                .hasMessageContaining("cannot be saved at the step");
    }
}
