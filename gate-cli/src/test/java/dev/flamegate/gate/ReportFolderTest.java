package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.report.Examples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ReportFolderTest {
    @TempDir
    Path folder;

    @Test
    void only_logs_of_flamegate_are_deleted() throws IOException {
        Files.createDirectories(folder.resolve("logs/trial-1"));
        Files.createDirectories(folder.resolve("logs/pair-12"));
        Files.createDirectories(folder.resolve("logs/shop"));
        Files.writeString(folder.resolve("logs/access.log"), "mine");

        new ReportFolder(folder).prepare();

        assertThat(folder.resolve("logs")).isDirectoryNotContaining("glob:**/{trial,pair}-*");
        assertThat(folder.resolve("logs/shop")).exists();
        assertThat(folder.resolve("logs/access.log")).hasContent("mine");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void no_file_is_written_through_a_link() throws IOException {
        Path mine = Files.writeString(folder.resolve("mine"), "mine");
        Path report = Files.createDirectories(folder.resolve("report"));
        for (String name : new String[] {"summary.md", "index.html", "flame.html", "result.json"}) {
            Files.createSymbolicLink(report.resolve(name), mine);
        }

        new ReportFolder(report).write(Examples.failing(), 1, false);

        assertThat(mine).hasContent("mine");
        assertThat(report.resolve("summary.md")).isRegularFile();
    }
}
