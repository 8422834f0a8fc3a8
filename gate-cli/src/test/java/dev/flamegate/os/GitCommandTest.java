package dev.flamegate.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class GitCommandTest {
    @TempDir
    Path folder;

    @Test
    void a_repository_among_the_files_of_a_checkout_runs_no_program() throws Exception {
        assumeTrue(Program.find("git", System.getenv()).isPresent(), "there is no git on the path");
        // What a change can commit: a bare repository in a folder, whose configuration names a program.
        Path inside = folder.resolve("services").resolve("x");
        Path ran = folder.resolve("ran");
        assertThat(Program.of("git", "init", "-q", folder.toString()).run().isOk())
                .isTrue();
        assertThat(Program.of("git", "init", "-q", "--bare", inside.toString())
                        .run()
                        .isOk())
                .isTrue();
        Path program = Files.writeString(folder.resolve("program.sh"), "#!/bin/sh\ntouch " + ran + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Files.writeString(
                inside.resolve("config"),
                "[core]\nrepositoryformatversion = 0\nbare = false\nworktree = " + inside + "\nfsmonitor = " + program
                        + "\n");

        status(List.of("git", "-C", inside.toString()));
        boolean runs = Files.deleteIfExists(ran);
        status(GitCommand.in(inside));

        assertThat(ran).doesNotExist();
        assertThat(runs)
                .as("git by itself runs it, so that this shows something")
                .isTrue();
    }

    private static void status(List<String> git) throws Exception {
        List<String> command = new ArrayList<>(git);
        command.addAll(List.of("status", "--porcelain"));
        Program.of(command).run();
    }
}
