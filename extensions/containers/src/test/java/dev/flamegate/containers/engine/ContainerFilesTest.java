package dev.flamegate.containers.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerFilesTest {
    @TempDir
    Path folder;

    @Test
    void files_and_texts_come_in_folders_that_everybody_may_read() throws IOException {
        Path file = Files.writeString(folder.resolve("a.jar"), "jar");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new ContainerFiles()
                .file("/flamegate/agents/a.jar", file)
                .text("/flamegate/b.yml", "é")
                .writeTar(out);

        List<String> entries = new ArrayList<>();
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new ByteArrayInputStream(out.toByteArray()))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                String text = new String(tar.readAllBytes(), StandardCharsets.UTF_8);
                entries.add(entry.getName() + " " + Integer.toOctalString(entry.getMode() & 0777) + " "
                        + entry.getLongUserId() + " " + text);
            }
        }
        assertThat(entries)
                .containsExactly(
                        "flamegate/ 755 0 ",
                        "flamegate/agents/ 755 0 ",
                        "flamegate/agents/a.jar 644 0 jar",
                        "flamegate/b.yml 644 0 é");
    }

    @Test
    void a_path_must_be_absolute() {
        assertThatThrownBy(() -> new ContainerFiles().text("b.yml", "")).hasMessageStartingWith("b.yml");
        assertThatThrownBy(() -> new ContainerFiles().text("/b/", "")).hasMessageStartingWith("/b/");
        assertThat(new ContainerFiles().isEmpty()).isTrue();
    }
}
