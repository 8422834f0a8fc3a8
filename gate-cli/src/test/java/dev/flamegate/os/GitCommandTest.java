package dev.flamegate.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class GitCommandTest {
    @TempDir
    Path folder;

    private Path ran;

    @BeforeEach
    void repository() throws Exception {
        assumeTrue(Program.find("git", System.getenv()).isPresent(), "there is no git on the path");
        ran = folder.resolve("ran");
        plain("init", "-q", folder.toString());
    }

    @Test
    void a_repository_among_the_files_of_a_checkout_runs_no_program() throws Exception {
        // What a change can commit: a bare repository in a folder, whose configuration names a program.
        Path inside = folder.resolve("services").resolve("x");
        plain("init", "-q", "--bare", inside.toString());
        Path program = program(folder.resolve("program.sh"));
        Files.writeString(
                inside.resolve("config"),
                "[core]\nrepositoryformatversion = 0\nbare = false\nworktree = " + inside + "\nfsmonitor = " + program
                        + "\n");

        Program.of("git", "-C", inside.toString(), "status", "--porcelain").run();
        boolean runs = Files.deleteIfExists(ran);
        GitCommand.in(inside, List.of("status", "--porcelain")).run();

        assertThat(ran).doesNotExist();
        assertThat(runs)
                .as("git by itself runs it, so that this shows something")
                .isTrue();
    }

    /** Git takes a relative {@code core.hooksPath} relative to the checkout. */
    @ParameterizedTest
    @ValueSource(strings = {"hooks-of-nobody", "dev/null", "null", "NUL", "hooks", ".githooks"})
    void a_folder_of_hooks_in_a_checkout_runs_nothing(String hooks) throws Exception {
        for (String hook : List.of("post-index-change", "post-checkout", "reference-transaction")) {
            program(folder.resolve(hooks).resolve(hook));
        }
        plain("-C", folder.toString(), "add", "-A");
        commit();

        GitCommand.in(folder, List.of("status", "--porcelain")).run();
        GitCommand.in(folder, List.of("worktree", "add", "--detach", "elsewhere"))
                .run();

        assertThat(folder.resolve("elsewhere")).exists();
        assertThat(ran).doesNotExist();
    }

    /** A kept workspace, whose configuration a former build of a change has written to. */
    @Test
    void signatures_are_shown_by_no_program_of_a_configuration() throws Exception {
        Files.writeString(folder.resolve("a"), "a");
        plain("-C", folder.toString(), "add", "-A");
        commit();
        String tree =
                GitCommand.in(folder, List.of("rev-parse", "HEAD^{tree}")).ask().orElseThrow();
        String signed = "tree " + tree + "\nauthor a <a@b> 1700000000 +0000\ncommitter a <a@b> 1700000000 +0000\n"
                + "gpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\nsigned\n";
        String commit = GitCommand.in(folder, List.of("hash-object", "-t", "commit", "-w", "--stdin"))
                .input(signed.getBytes(StandardCharsets.UTF_8))
                .ask()
                .orElseThrow();
        plain("-C", folder.toString(), "config", "log.showSignature", "true");
        plain(
                "-C",
                folder.toString(),
                "config",
                "gpg.program",
                program(folder.resolve("gpg.sh")).toString());
        Program.of("git", "-C", folder.toString(), "log", "-1", commit).run();
        assertThat(Files.deleteIfExists(ran)).as("git by itself runs it").isTrue();

        GitCommand.in(folder, List.of("log", "-1", commit)).run();

        assertThat(ran).doesNotExist();
    }

    @Test
    void git_gets_no_secret_but_may_be_told_which_folder_is_trusted() throws Exception {
        Map<String, String> trusted = Map.of(
                "PATH", System.getenv("PATH"),
                "GITHUB_TOKEN", "ghs_secret",
                "GIT_CONFIG_COUNT", "1",
                "GIT_CONFIG_KEY_0", "safe.directory",
                "GIT_CONFIG_VALUE_0", "*");
        Map<String, String> login = Map.of(
                "PATH", System.getenv("PATH"),
                "GIT_CONFIG_COUNT", "1",
                "GIT_CONFIG_KEY_0", "http.extraheader",
                "GIT_CONFIG_VALUE_0", "Authorization: secret");

        assertThat(environment(trusted)).contains("GIT_CONFIG_VALUE_0=*").doesNotContain("ghs_secret");
        assertThat(environment(login))
                .contains("PATH=")
                .doesNotContain("secret", "GIT_CONFIG_VALUE", "GIT_CONFIG_COUNT");
    }

    /** The variables of git, as an alias of its own sees them. */
    private String environment(Map<String, String> given) throws Exception {
        return GitCommand.in(folder, given, List.of("-c", "alias.variables=!env", "variables"))
                .run()
                .output();
    }

    private Path program(Path place) throws Exception {
        Files.createDirectories(place.getParent());
        Files.writeString(place, "#!/bin/sh\ntouch '" + ran + "'\n");
        assertThat(place.toFile().setExecutable(true)).isTrue();
        return place;
    }

    private void commit() throws Exception {
        plain(
                "-C",
                folder.toString(),
                "-c",
                "user.name=a",
                "-c",
                "user.email=a@example.org",
                "-c",
                "commit.gpgsign=false",
                "commit",
                "-q",
                "-m",
                "x");
    }

    private static void plain(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(words));
        assertThat(Program.of(command).run().isOk()).as(command.toString()).isTrue();
    }
}
