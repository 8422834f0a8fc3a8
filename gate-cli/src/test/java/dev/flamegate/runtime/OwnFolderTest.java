package dev.flamegate.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.gate.Plans;
import dev.flamegate.os.Program;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnFolderTest {
    @TempDir
    Path folder;

    private final Plans.Noted progress = new Plans.Noted();

    @ParameterizedTest
    @ValueSource(strings = {"builds/abc-12345678/shop.jar", "running/gate-1.txt"})
    void what_a_change_committed_is_not_taken_for_the_gates_own(String name) throws Exception {
        git("init", "-q");
        write(name);
        OwnFolder.check(folder, progress); // there, as the gate itself puts it there
        git("add", "-f", ".flamegate");

        assertThatThrownBy(() -> OwnFolder.check(folder, progress))
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining(".flamegate/" + name)
                .hasMessageContaining("git rm");
    }

    @Test
    void stored_runs_that_are_committed_are_a_warning() throws Exception {
        git("init", "-q");
        write("history/runs/r1/run.json");
        git("add", "-f", ".flamegate");

        OwnFolder.check(folder, progress);

        assertThat(progress.warnings).singleElement().asString().contains("is committed");
    }

    @Test
    void outside_of_a_repository_there_is_nothing_to_say() throws Exception {
        write("builds/x/shop.jar");

        OwnFolder.check(folder, progress);

        assertThat(progress.warnings).isEmpty();
    }

    /** As in a job's container, where the checkout is another user's, or in an image without git. */
    @ParameterizedTest
    @ValueSource(strings = {"builds/abc-12345678/shop.jar", "running/gate-1.txt"})
    void what_lies_there_is_not_used_where_git_says_nothing(String name) throws Exception {
        git("init", "-q");
        write(name);
        Files.writeString(folder.resolve(".git/config"), "[core]\nrepositoryformatversion = 99\n");

        assertThatThrownBy(() -> OwnFolder.check(folder, progress))
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining("git does not say whether .flamegate/" + name.split("/", -1)[0]);
    }

    @Test
    void a_fresh_folder_is_used_where_git_says_nothing() throws Exception {
        git("init", "-q");
        write("history/runs/r1/run.json");
        Files.createDirectories(folder.resolve(".flamegate/running"));
        Files.writeString(folder.resolve(".git/config"), "[core]\nrepositoryformatversion = 99\n");

        OwnFolder.check(folder, progress);

        assertThat(progress.warnings).isEmpty();
    }

    @Test
    void the_folder_is_found_in_any_case_as_some_file_systems_do() throws Exception {
        git("init", "-q");
        Path file = folder.resolve(".Flamegate/running/gate-1.txt");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "x");
        git("add", "-f", ".Flamegate");

        assertThatThrownBy(() -> OwnFolder.check(folder, progress)).isInstanceOf(TargetFailed.class);
    }

    private void write(String name) throws IOException {
        Path file = folder.resolve(".flamegate").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "x");
    }

    private void git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(arguments));
        assertThat(Program.of(command).run().isOk()).isTrue();
    }
}
