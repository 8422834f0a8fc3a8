package dev.flamegate.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.ci.Shell.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Where the steps of {@code action.yml} get flamegate from, with a double of curl and of a forge with releases. */
@DisabledOnOs(OS.WINDOWS)
class ActionReleaseTest {
    private static final String CURL = """
            #!/usr/bin/env bash
            while [ $# -gt 1 ]; do
              if [ "$1" = -o ]; then out=$2; fi
              shift
            done
            echo "$1" >>"$DOUBLE_LOG"
            cp "$DOUBLE_RELEASES/${1#https://}" "$out" 2>/dev/null || { echo 'curl: (22) The requested URL returned error: 404' >&2; exit 22; }
            """;

    private static final String FROM = "forge.example/acme/gate/releases/download/";

    @TempDir
    Path folder;

    private Path action;
    private Path log;

    @BeforeEach
    void anAction() throws Exception {
        action = Files.createDirectories(folder.resolve("integrations/github"));
        log = folder.resolve("addresses.txt");
        Files.createDirectories(action.resolve("integrations/github"));
        Files.createDirectories(folder.resolve("temp"));
        Files.copy(
                Shell.CHECKOUT.resolve("integrations/github/steps.sh"),
                action.resolve("integrations/github/steps.sh"),
                StandardCopyOption.COPY_ATTRIBUTES);
        program(folder.resolve("bin/curl"), CURL);
        program(action.resolve("flamegate"), "#!/bin/sh\necho built from source\n");
        source("1.2.3");
        release("1.2.3");
    }

    @Test
    void an_action_of_a_tag_uses_the_release_of_that_tag_and_downloads_it_once() throws Exception {
        Ended tool = step("tool", Map.of());
        assertThat(tool.code()).as(tool.out() + tool.err()).isZero();
        assertThat(folder.resolve("output.txt"))
                .content()
                .contains(action.resolve(".release/flamegate-1.2.3").toString(), "release-1.2.3-unpinned");

        Ended built = step("build", Map.of());

        assertThat(built.code()).as(built.out() + built.err()).isZero();
        assertThat(built.out()).contains("release 1.2.3");
        assertThat(Files.readAllLines(log))
                .containsExactly(
                        "https://" + FROM + "v1.2.3/SHA256SUMS", "https://" + FROM + "v1.2.3/flamegate-1.2.3.tar.gz");
        assertThat(step("build", Map.of()).out()).contains("release 1.2.3");
        assertThat(Files.readAllLines(log)).hasSize(2);
        assertThat(step("annotate", Map.of()).out()).contains("release 1.2.3");
    }

    @Test
    void the_release_that_is_asked_for_is_used_whatever_the_tag() throws Exception {
        release("1.3.0");

        assertThat(step("build", Map.of("FG_VERSION", "v1.3.0")).out()).contains("release 1.3.0");
        assertThat(step("build", Map.of("FG_VERSION", "source")).out()).contains("built from source");
        assertThat(step("annotate", Map.of()).out()).contains("built from source");
    }

    @Test
    void an_action_of_a_branch_builds_its_source_and_downloads_nothing() throws Exception {
        source("1.3.0-SNAPSHOT");

        assertThat(step("tool", Map.of()).code()).isZero();
        assertThat(folder.resolve("output.txt")).content().contains("release/distribution/target/flamegate");
        assertThat(step("build", Map.of()).out()).contains("built from source");
        assertThat(log).doesNotExist();
    }

    @Test
    void a_release_that_is_not_there_is_built_from_source_unless_it_was_asked_for() throws Exception {
        source("1.2.4");

        Ended built = step("build", Map.of());
        assertThat(built.code()).isZero();
        assertThat(built.out()).contains("::notice", "There is no release 1.2.4", "built from source");

        Ended asked = step("build", Map.of("FG_VERSION", "1.2.4"));
        assertThat(asked.code()).isEqualTo(2);
        assertThat(asked.out()).contains("::error", "release 1.2.4 cannot be downloaded", "404");
    }

    @Test
    void an_archive_that_is_not_the_one_of_the_checksums_is_never_run() throws Exception {
        Path sums = folder.resolve("releases").resolve(FROM).resolve("v1.2.3/SHA256SUMS");
        String sum = Files.readString(sums).substring(0, 64);

        Ended other = step("build", Map.of("FG_CHECKSUM", "0".repeat(64)));
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.out())
                .contains("not the one of the checksum: it has " + sum)
                .doesNotContain("\nrelease");
        Files.writeString(sums, "0".repeat(64) + "  flamegate-1.2.3.tar.gz\n" + sum + "  flamegate-1x2.3.tar.gz\n");
        Ended damaged = step("build", Map.of());
        assertThat(damaged.code()).isEqualTo(2);
        assertThat(damaged.out()).contains("was damaged on its way");
        assertThat(action.resolve(".release/flamegate-1.2.3")).doesNotExist();

        Files.writeString(sums, sum + " *flamegate-1.2.3.tar.gz\n");
        assertThat(step("build", Map.of("FG_CHECKSUM", sum)).out()).contains("release 1.2.3");
    }

    @Test
    void a_version_is_a_version() throws Exception {
        for (String wrong : List.of("../../other", "1.2.3; touch pwned", "$(touch pwned)", "1.2.3\n::x")) {
            for (String step : List.of("tool", "build")) {
                Ended ended = step(step, Map.of("FG_VERSION", wrong));
                assertThat(ended.code()).as(wrong).isEqualTo(2);
                assertThat(ended.out().lines()).singleElement().asString().startsWith("::error ");
            }
        }
        assertThat(folder.resolve("pwned")).doesNotExist();
        assertThat(log).doesNotExist();
    }

    /** Says of which version the source of the action is. */
    private void source(String version) throws IOException {
        Files.writeString(
                action.resolve("pom.xml"),
                "<project>\n  <version>" + version + "</version>\n    <version>9</version>\n</project>\n");
        for (String part :
                List.of("rules", "probe", "gatling", "sample-service", "gate-cli", "extensions", "release")) {
            Files.createDirectories(action.resolve(part));
        }
    }

    /** Publishes a release whose program says its version. */
    private void release(String version) throws Exception {
        Path place =
                Files.createDirectories(folder.resolve("releases").resolve(FROM).resolve("v" + version));
        String name = "flamegate-" + version;
        program(place.resolve(name).resolve("bin/flamegate"), "#!/bin/sh\necho release " + version + " >&2\n");
        Ended packed = Shell.run(
                place,
                Map.of(),
                "sh",
                "-c",
                "tar -czf " + name + ".tar.gz " + name + " && sha256sum " + name + ".tar.gz >SHA256SUMS");
        assertThat(packed.code()).as(packed.err()).isZero();
    }

    private static void program(Path file, String script) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, script);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private Ended step(String name, Map<String, String> more) throws Exception {
        Map<String, String> environment = new HashMap<>(Map.of(
                "FG_MODE",
                "run",
                "FG_REPOSITORY",
                "acme/gate",
                "GITHUB_SERVER_URL",
                "https://forge.example",
                "GITHUB_OUTPUT",
                folder.resolve("output.txt").toString(),
                "RUNNER_TEMP",
                folder.resolve("temp").toString(),
                "DOUBLE_LOG",
                log.toString(),
                "DOUBLE_RELEASES",
                folder.resolve("releases").toString(),
                "PATH",
                folder.resolve("bin") + ":" + System.getenv("PATH")));
        environment.putAll(more);
        return Shell.run(
                folder,
                environment,
                action.resolve("integrations/github/steps.sh").toString(),
                name);
    }
}
