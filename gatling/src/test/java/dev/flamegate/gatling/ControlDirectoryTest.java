package dev.flamegate.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlDirectoryTest {
    @TempDir
    private Path folder;

    @Test
    void the_gates_files_are_read_as_phases() throws Exception {
        ControlDirectory control = new ControlDirectory(folder);
        assertThat(control.phase()).isEqualTo(Phase.WAITING);
        Files.createFile(folder.resolve("go"));
        assertThat(control.phase()).isEqualTo(Phase.HURRYING);
        Files.createFile(folder.resolve("planned"));
        assertThat(control.phase()).isEqualTo(Phase.WARM_UP);
        Files.createFile(folder.resolve("measure"));
        assertThat(control.phase()).isEqualTo(Phase.MEASURING);
        Files.createFile(folder.resolve("drain"));
        assertThat(control.phase()).isEqualTo(Phase.DRAINING);
        Files.createFile(folder.resolve("pause"));
        assertThat(control.phase()).isEqualTo(Phase.PAUSED);
        Files.delete(folder.resolve("pause"));
        Files.delete(folder.resolve("drain"));
        assertThat(control.phase()).isEqualTo(Phase.MEASURING);
        Files.createFile(folder.resolve("stop"));
        assertThat(control.phase()).isEqualTo(Phase.STOPPING);
    }

    @Test
    void what_the_simulation_says_is_in_files() throws Exception {
        ControlDirectory control = new ControlDirectory(folder);
        control.ready();
        control.injection(2.5, "check out");
        control.hurries();
        assertThat(folder.resolve("ready")).isEmptyFile();
        assertThat(folder.resolve("hurries")).isEmptyFile();
        assertThat(Files.readString(folder.resolve("injection"))).isEqualTo("2.5\tcheck out\n");
    }
}
