package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When {@code bin/flamegate} makes and uses its archive of classes, with a double of Java that notes its arguments. */
@DisabledOnOs(OS.WINDOWS)
class LauncherTest {
    private static final String MAKES = "-XX:ArchiveClassesAtExit=";
    private static final String USES = "-XX:SharedArchiveFile=";
    /** What every start prints and ends with. */
    private static final Ended AS_EVER = new Ended(7, "out\n", "err\n");

    @TempDir
    Path temporary;

    private final Map<String, String> environment = new HashMap<>();
    private Path folder;
    private Path jar;

    /** What a start did. */
    private record Ended(int code, String out, String err) {}

    @BeforeEach
    void installation() throws IOException {
        folder = Files.createDirectories(temporary.resolve("a folder"));
        executable(folder.resolve("home/bin/flamegate"), Files.readString(Path.of("src/dist/bin/flamegate")));
        jar = Files.createDirectories(folder.resolve("home/lib")).resolve("flamegate-cli.jar");
        Files.writeString(jar, "jar");
        Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2026-11-20T12:00:00Z")));
        executable(folder.resolve("jdk/bin/java"), """
                #!/bin/sh
                printf '%s\\n' "$*" >>"$LOG"
                for argument in "$@"; do
                  case $argument in
                    -XX:ArchiveClassesAtExit=*)
                      echo "aloud"
                      until [ ! -e "$LOG.wait" ]; do sleep 0.02; done
                      [ -e "$LOG.fail" ] || echo archive >"${argument#*=}"
                      exit 0 ;;
                  esac
                done
                echo out
                echo err >&2
                exit 7
                """);
        jdk("17.0.1+2");
        environment.put("JAVA_HOME", folder.resolve("jdk").toString());
        environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        environment.put("HOME", folder.toString());
        environment.put("LOG", folder.resolve("log").toString());
    }

    @Test
    void the_first_start_makes_an_archive_and_the_next_ones_use_it() throws Exception {
        assertThat(started()).isEqualTo(AS_EVER);
        assertThat(calls()).satisfiesExactly(LauncherTest::makes, LauncherTest::uses);
        assertThat(started()).isEqualTo(AS_EVER);
        assertThat(calls())
                .satisfiesExactly(call -> assertThat(call)
                        .contains(USES + archives().get(0))
                        .endsWith("lib/* dev.flamegate.cli.Main run a b"));
        assertThat(files(folder.resolve("cache"))).hasSize(1);
    }

    @Test
    void another_jdk_and_another_build_get_their_own() throws Exception {
        started();
        jdk("17.0.2+1");
        assertThat(started()).isEqualTo(AS_EVER);
        assertThat(calls()).filteredOn(call -> call.contains(MAKES)).hasSize(2);
        assertThat(archives()).hasSize(2);
        Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2026-11-19T12:00:00Z")));
        assertThat(started()).isEqualTo(AS_EVER);
        assertThat(calls()).satisfiesExactly(LauncherTest::makes, LauncherTest::uses);
        assertThat(archives()).hasSize(2);
    }

    @Test
    void what_failed_is_tried_again_after_a_day() throws Exception {
        Path fails = Files.createFile(folder.resolve("log.fail"));
        assertThat(started()).isEqualTo(AS_EVER);
        assertThat(calls()).satisfiesExactly(LauncherTest::makes, LauncherTest::isPlain);
        assertThat(started()).isEqualTo(AS_EVER);
        assertThat(calls()).satisfiesExactly(LauncherTest::isPlain);

        Files.delete(fails);
        aDayLater();
        assertThat(started()).isEqualTo(AS_EVER);
        assertThat(calls()).satisfiesExactly(LauncherTest::makes, LauncherTest::uses);
    }

    @Test
    void only_one_of_two_makes_it() throws Exception {
        Path waits = Files.createFile(folder.resolve("log.wait"));
        Process first = start("first");
        awaitCall();
        assertThat(started()).isEqualTo(AS_EVER);
        assertThat(calls()).satisfiesExactly(LauncherTest::makes, LauncherTest::isPlain);

        Files.delete(waits);
        assertThat(ended(first, "first")).isEqualTo(AS_EVER);
        assertThat(calls()).satisfiesExactly(LauncherTest::uses);
    }

    @Test
    void half_an_archive_of_a_start_that_was_killed_is_never_used() throws Exception {
        Path waits = Files.createFile(folder.resolve("log.wait"));
        Process first = start("first");
        awaitCall();
        Files.writeString(place().resolve("17.0.1+2.jsa.new." + first.pid()), "half");
        List<ProcessHandle> maker = first.descendants().toList();
        first.destroyForcibly().waitFor();
        maker.forEach(ProcessHandle::destroyForcibly);
        calls();

        assertThat(started()).isEqualTo(AS_EVER);
        assertThat(calls()).satisfiesExactly(LauncherTest::isPlain);
        Files.delete(waits);
        aDayLater();
        assertThat(started()).isEqualTo(AS_EVER);
        assertThat(calls()).satisfiesExactly(LauncherTest::makes, LauncherTest::uses);
        assertThat(files(folder.resolve("cache"))).isEqualTo(archives());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/proc/nowhere", "here", "", "/dev/null/x"})
    void without_a_place_for_it_everything_is_as_ever(String cache) throws Exception {
        environment.put("XDG_CACHE_HOME", cache);
        environment.put("HOME", cache.isEmpty() ? "" : folder.toString());
        assertThat(started()).isEqualTo(AS_EVER);
        assertThat(calls()).satisfiesExactly(LauncherTest::isPlain);
    }

    @ParameterizedTest
    @CsvSource({
        "FLAMEGATE_CDS, off",
        "FLAMEGATE_JAVA_OPTIONS, -Xmx1g",
        "JAVA_TOOL_OPTIONS, -Dx=y",
        "JDK_JAVA_OPTIONS, -Dx=y",
        "_JAVA_OPTIONS, -Dx=y"
    })
    void who_switches_it_off_or_sets_options_gets_a_plain_start(String variable, String value) throws Exception {
        started();
        calls();
        environment.put(variable, value);
        assertThat(started()).isEqualTo(AS_EVER);
        assertThat(calls()).satisfiesExactly(LauncherTest::isPlain);
    }

    @Test
    void a_ci_job_makes_none_and_uses_none_that_a_change_may_have_left() throws Exception {
        environment.put("CI", "true");
        started();
        assertThat(calls()).satisfiesExactly(LauncherTest::isPlain);
        environment.remove("CI");
        started();
        calls();
        environment.put("CI", "true");
        started();
        assertThat(calls()).satisfiesExactly(LauncherTest::isPlain);
    }

    @Test
    void java_of_the_path_is_found_behind_its_links() throws Exception {
        environment.remove("JAVA_HOME");
        Path link = Files.createDirectories(folder.resolve("links")).resolve("java");
        Files.createSymbolicLink(link, folder.resolve("jdk/bin/java"));
        environment.put("PATH", link.getParent() + ":" + System.getenv("PATH"));
        assertThat(started()).isEqualTo(AS_EVER);
        assertThat(archives()).singleElement().isEqualTo(place().resolve("17.0.1+2.jsa"));
    }

    @Test
    void what_is_not_a_whole_jdk_starts_plainly() throws Exception {
        Files.delete(folder.resolve("jdk/release"));
        assertThat(started()).isEqualTo(AS_EVER);
        assertThat(calls()).satisfiesExactly(LauncherTest::isPlain);
    }

    @Test
    void no_variable_of_the_caller_changes_on_the_way() throws Exception {
        List<String> names = List.of("home", "java", "script", "link", "jar", "cache", "release", "archive", "options");
        names.forEach(name -> environment.put(name, "mine"));
        executable(folder.resolve("jdk/bin/java"), "#!/bin/sh\nenv\n");
        assertThat(started().out().lines())
                .containsAll(names.stream().map(name -> name + "=mine").toList());
    }

    private static void makes(String call) {
        assertThat(call).contains(MAKES, "-Xlog:disable", "dev.flamegate.cli.ArchiveTraining rules/sets/service.yaml");
    }

    private static void uses(String call) {
        assertThat(call)
                .contains(USES, "-Xlog:disable", "dev.flamegate.cli.Main run a b")
                .doesNotContain(MAKES);
    }

    private static void isPlain(String call) {
        assertThat(call).contains("dev.flamegate.cli.Main run a b").doesNotContain(MAKES, USES, "-Xlog");
    }

    private void jdk(String release) throws IOException {
        Files.writeString(
                folder.resolve("jdk/release"),
                "IMPLEMENTOR=\"Ada\"\nJAVA_RUNTIME_VERSION=\"" + release + "\"\nMODULES=\"java.base\"\n");
    }

    /** Where the archives of this installation for this JDK are. */
    private Path place() {
        return Path.of(folder + "/cache/flamegate/classes" + folder + "/home" + folder + "/jdk");
    }

    private List<Path> archives() throws IOException {
        return files(folder.resolve("cache")).stream()
                .filter(file -> file.toString().endsWith(".jsa"))
                .toList();
    }

    private void aDayLater() throws IOException {
        Path tried = place().resolve("17.0.1+2.jsa.tried");
        Files.setLastModifiedTime(tried, FileTime.from(Instant.now().minus(Duration.ofHours(49))));
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** What Java was called with since the last call of this. */
    private List<String> calls() throws IOException {
        Path log = folder.resolve("log");
        List<String> calls = Files.readAllLines(log);
        Files.delete(log);
        return calls;
    }

    private void awaitCall() throws InterruptedException {
        while (!Files.exists(folder.resolve("log"))) {
            Thread.sleep(5);
        }
    }

    private Ended started() throws Exception {
        return ended(start("one"), "one");
    }

    private Process start(String name) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        folder.resolve("home/bin/flamegate").toString(), "run", "a b")
                .redirectOutput(temporary.resolve(name + ".out").toFile())
                .redirectError(temporary.resolve(name + ".err").toFile());
        builder.environment().keySet().removeIf(variable -> variable.contains("JAVA") || variable.equals("CI"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    private Ended ended(Process process, String name) throws Exception {
        if (!process.waitFor(300, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("it did not end");
        }
        return new Ended(
                process.exitValue(),
                Files.readString(temporary.resolve(name + ".out")),
                Files.readString(temporary.resolve(name + ".err")));
    }

    private static void executable(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException(file + " cannot be made executable");
        }
    }
}
