package dev.flamegate.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlFilesTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", "40", "\t", "x\ty", "-1\ty", "1e999999\ty", "NaN\ty", "99999999999999999999\tx"})
    void what_is_no_injection_is_none(String text) throws IOException {
        Files.writeString(folder.resolve("injection"), text);

        assertThat(new ControlFiles(folder).injection()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1 2", "a b c", "1 2 99999999999999999999", "-1 2 3"})
    void what_is_no_progress_is_none(String text) throws IOException {
        Files.writeString(folder.resolve("progress"), text);

        assertThat(new ControlFiles(folder).progress()).isEmpty();
    }

    @Test
    void a_folder_in_their_place_is_none() throws IOException {
        Files.createDirectories(folder.resolve("injection"));

        assertThat(new ControlFiles(folder).injection()).isEmpty();
    }

    @Test
    void what_a_simulation_writes_is_read() throws IOException {
        Files.writeString(folder.resolve("injection"), "12.5\tShop");
        Files.writeString(folder.resolve("progress"), "10 8 1\n");

        assertThat(new ControlFiles(folder).injection()).contains(new Injection("Shop", 12.5));
        assertThat(new ControlFiles(folder).progress()).contains(new LoadProgress(8, 1, 2));
    }
}
