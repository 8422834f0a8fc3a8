package dev.flamegate.work.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import shop.JdkUser;

/** Runs a program with the agent in it, and the JDK's classes counted or not. */
class CountedJdkTest {
    private static List<String> counted = List.of();

    @BeforeAll
    static void count() throws Exception {
        counted = run(true);
    }

    @Test
    void classes_of_the_jdk_are_counted_with_their_callers() {
        List<String> lines = counted;

        assertThat(lines).filteredOn(line -> line.startsWith("failed")).allMatch(line -> line.contains("failures=0"));
        assertThat(methods(lines, "java/util/ArrayList")).contains("add");
        assertThat(methods(lines, "java/util/HashMap")).contains("computeIfAbsent", "resize");
        assertThat(methods(lines, "java/util/regex/Pattern")).contains("compile");
        assertThat(lines).anyMatch(line -> line.startsWith("X\tjava.lang.NumberFormatException\t"));
        assertThat(lines.stream().filter(line -> line.startsWith("I\tjava/util/HashMap\tresize")))
                .isNotEmpty();
        long[] counts = counts(lines);
        assertThat(counts[0]).isGreaterThan(10_000);
    }

    @Test
    void what_the_counters_need_is_left_out() {
        List<String> lines = counted;

        assertThat(lines)
                .doesNotContain("C\tjava/lang/Object", "C\tjava/lang/ThreadLocal", "C\tdev/flamegate/work/boot/Work");
    }

    @Test
    void without_the_option_only_the_program_is_counted() throws Exception {
        List<String> lines = run(false);

        assertThat(lines).doesNotContain("C\tjava/util/ArrayList").contains("C\tshop/JdkUser");
        assertThat(counts(lines)[0]).isBetween(100L, 10_000L);
    }

    @Test
    void methods_that_a_compiler_replaces_are_left_out() {
        assertThat(methods(counted, "java/lang/Integer")).contains("parseInt").doesNotContain("valueOf");
    }

    private static List<String> methods(List<String> lines, String type) {
        List<String> methods = new ArrayList<>();
        String current = "";
        for (String line : lines) {
            String[] fields = line.split("\t");
            current = fields[0].equals("C") ? fields[1] : current;
            if (fields[0].equals("M") && current.equals(type)) {
                methods.add(fields[1]);
            }
        }
        return methods;
    }

    private static long[] counts(List<String> lines) {
        String last = lines.stream()
                .filter(line -> line.startsWith("counts"))
                .reduce((one, other) -> other)
                .orElseThrow();
        return Stream.of(last.substring("counts ".length()).split(" "))
                .mapToLong(Long::parseLong)
                .toArray();
    }

    private static List<String> run(boolean jdk) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-javaagent:"
                                + Path.of("target", "flamegate-work-agent.jar").toAbsolutePath(),
                        "-Ddev.flamegate.work.jdk=" + jdk,
                        "-cp",
                        Path.of("target", "test-classes").toAbsolutePath().toString(),
                        JdkUser.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return out.lines().toList();
    }
}
