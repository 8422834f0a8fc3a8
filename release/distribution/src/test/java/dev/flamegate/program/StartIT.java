package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is wrong with its archive of classes, the program does what it does without, and says no more. */
@DisabledOnOs(OS.WINDOWS)
@Tag("side-by-side")
class StartIT {
    @TempDir
    Path folder;

    private Path home;

    /** What a command did. */
    private record Ended(int code, String out, String err) {}

    /** An installation of our own, with links to the jars that no test changes. */
    @BeforeEach
    void installation() throws IOException {
        Path built = Path.of(System.getProperty("flamegate.test.home"));
        home = Files.createDirectories(folder.resolve("home"));
        for (String linked : List.of("bin", "rules")) {
            Files.createSymbolicLink(home.resolve(linked), built.resolve(linked));
        }
        Files.createDirectories(home.resolve("lib"));
        try (Stream<Path> jars = Files.list(built.resolve("lib"))) {
            for (Path jar : jars.toList()) {
                Files.createSymbolicLink(home.resolve("lib").resolve(jar.getFileName()), jar);
            }
        }
        Files.delete(jar());
        Files.copy(built.resolve("lib/flamegate-cli.jar"), jar(), StandardCopyOption.COPY_ATTRIBUTES);
    }

    @AfterEach
    void links() throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            for (Path link : files.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    @Test
    void an_archive_that_is_damaged_or_of_another_build_changes_nothing() throws Exception {
        Ended plain = run("off", "rules", "check", "rules/sets/none.yaml");
        assertThat(plain.code()).isEqualTo(2);
        assertThat(run("on", "rules", "check", "rules/sets/none.yaml")).isEqualTo(plain);
        Path archive = archive();
        byte[] whole = Files.readAllBytes(archive);
        assertThat(whole.length).isGreaterThan(1_000_000);

        Files.delete(archive);
        Files.write(archive, Arrays.copyOf(whole, whole.length / 2)); // with a time of its own: it is made again
        assertThat(run("on", "rules", "check", "rules/sets/none.yaml")).isEqualTo(plain);
        assertThat(Files.size(archive())).isEqualTo(whole.length);
        replace(archive, new byte[whole.length]);
        assertThat(run("on", "rules", "check", "rules/sets/none.yaml")).isEqualTo(plain);
        replace(archive, "no archive\n".repeat(1000).getBytes(StandardCharsets.UTF_8));
        assertThat(run("on", "rules", "check", "rules/sets/none.yaml")).isEqualTo(plain);

        FileTime other = FileTime.fromMillis(1_700_000_000_000L);
        Files.setLastModifiedTime(jar(), other);
        replace(archive, whole); // of what was a jar of another time
        assertThat(run("on", "rules", "check", "rules/sets/none.yaml")).isEqualTo(plain);
    }

    @Test
    void two_first_starts_at_once_both_do_what_they_should() throws Exception {
        List<Process> both = new ArrayList<>();
        for (String one : List.of("one", "two")) {
            both.add(start(one, "on", "rules", "check", "rules/sets/service.yaml"));
        }
        assertThat(ended(both.get(0), "one")).isEqualTo(ended(both.get(1), "two"));
        assertThat(Files.size(archive())).isPositive();
        assertThat(run("on", "rules", "check", "rules/sets/service.yaml").code())
                .isZero();
    }

    private Path jar() {
        return home.resolve("lib/flamegate-cli.jar");
    }

    private Path archive() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("cache"))) {
            List<Path> found = files.filter(Files::isRegularFile).toList();
            assertThat(found).singleElement().asString().endsWith(".jsa");
            return found.get(0);
        }
    }

    /** In a new file with the time of the jar, which the launcher takes for its own. */
    private void replace(Path archive, byte[] content) throws IOException {
        Files.delete(archive);
        Files.write(archive, content);
        Files.setLastModifiedTime(archive, Files.getLastModifiedTime(jar()));
    }

    private Ended run(String archive, String... arguments) throws Exception {
        return ended(start("one", archive, arguments), "one");
    }

    private Process start(String name, String archive, String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(home.resolve("bin/flamegate").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(folder.resolve(name + ".err").toFile());
        builder.environment().keySet().removeIf(variable -> variable.contains("JAVA_") || variable.equals("CI"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        builder.environment().put("FLAMEGATE_CDS", archive);
        return builder.start();
    }

    private Ended ended(Process process, String name) throws Exception {
        if (!process.waitFor(300, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("it did not end");
        }
        return new Ended(
                process.exitValue(),
                Files.readString(folder.resolve(name + ".out")),
                Files.readString(folder.resolve(name + ".err")));
    }
}
