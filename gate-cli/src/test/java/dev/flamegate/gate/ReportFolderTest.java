package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.report.Examples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReportFolderTest {
    @TempDir
    Path folder;

    @Test
    void only_logs_of_flamegate_are_deleted() throws IOException {
        Files.createDirectories(folder.resolve("logs/trial-1"));
        Files.createDirectories(folder.resolve("logs/work/start-1/baseline/load/control"));
        Files.createDirectories(folder.resolve("logs/pair-12"));
        Files.createDirectories(folder.resolve("logs/pair-1-again-again"));
        Files.createDirectories(folder.resolve("logs/starts"));
        Files.createDirectories(folder.resolve("logs/shop"));
        Files.writeString(folder.resolve("logs/access.log"), "mine");

        new ReportFolder(folder).prepare();

        assertThat(folder.resolve("logs")).isDirectoryNotContaining("glob:**/{trial-*,pair-*,starts,work}");
        assertThat(folder.resolve("logs/shop")).exists();
        assertThat(folder.resolve("logs/access.log")).hasContent("mine");
    }

    @Test
    void what_the_previous_run_reported_is_gone_before_the_next_measures() throws IOException {
        ReportFolder reports = new ReportFolder(folder);
        reports.prepare();
        reports.write(Examples.failing(), 1, false);
        assertThat(names()).contains("junit.xml", "result.json", "index.html", "report.css", "flame.html");
        Files.writeString(folder.resolve("notes.md"), "mine");

        reports.prepare();

        assertThat(names()).containsExactlyInAnyOrder("logs", "notes.md");
    }

    @Test
    void a_format_of_an_extension_that_fails_is_named() {
        ReportFormat failing = ReportFormat.of("a.txt", any -> {
            throw new IllegalStateException("no disk");
        });

        assertThatThrownBy(() -> ReportFolder.files(failing, input()))
                .isInstanceOf(ReportFolder.ReportFailed.class)
                .hasMessageContaining(failing.getClass().getName() + " of an extension failed")
                .hasMessageContaining("no disk at dev.flamegate.gate.ReportFolderTest");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../a.txt", "sub/a.txt", "b.txt"})
    void a_format_of_an_extension_writes_the_files_it_names_and_no_others(String file) {
        ReportFormat escaping = new ReportFormat() {
            @Override
            public List<String> names() {
                return List.of("a.txt", "../a.txt", "sub/a.txt");
            }

            @Override
            public Map<String, byte[]> files(Input input) {
                return Map.of(file, new byte[1]);
            }
        };

        assertThatThrownBy(() -> ReportFolder.files(escaping, input()))
                .isInstanceOf(ReportFolder.ReportFailed.class)
                .hasMessageContaining("may not write " + file);
    }

    @Test
    void counted_instructions_are_linked_and_stand_in_for_a_profile_that_was_not_taken() throws IOException {
        ReportFolder reports = new ReportFolder(folder);
        reports.prepare();
        Path counted = Files.createDirectories(reports.logs("work")).resolve(WorkCounter.PAGE);
        Files.writeString(counted, "the page");

        reports.write(Examples.empty(), 1, false);
        assertThat(folder.resolve("index.html")).content().contains("href=\"logs/work/instructions.html\"");
        assertThat(folder.resolve("flame.html")).hasContent("the page");

        reports.write(Examples.failing(), 1, false);
        assertThat(folder.resolve("index.html")).content().contains("href=\"logs/work/instructions.html\"");
        assertThat(folder.resolve("flame.html")).content().isNotEqualTo("the page");

        new ReportFolder(folder).write(Examples.empty(), 1, false);
        assertThat(folder.resolve("index.html")).content().as("judged later").doesNotContain("instructions.html");
        assertThat(folder.resolve("flame.html")).doesNotExist();

        Files.delete(counted);
        reports.write(Examples.failing(), 1, false);
        assertThat(folder.resolve("index.html")).content().doesNotContain("instructions.html");
    }

    private ReportFormat.Input input() {
        return new ReportFormat.Input(Examples.failing(), Optional.empty(), Optional.empty(), 1, false, "index.html");
    }

    @Test
    void a_report_that_cannot_be_written_whole_leaves_nothing_that_shows_a_verdict() throws IOException {
        ReportFolder reports = new ReportFolder(folder);
        reports.prepare();
        // The last one that is written cannot be.
        Files.createDirectories(folder.resolve("flame.svg/taken"));

        assertThatThrownBy(() -> reports.write(Examples.failing(), 1, false))
                .isInstanceOf(ReportFolder.ReportFailed.class);

        assertThat(names()).containsExactly("logs");
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void no_file_is_written_through_a_link() throws IOException {
        Path mine = Files.writeString(folder.resolve("mine"), "mine");
        Path report = Files.createDirectories(folder.resolve("report"));
        for (String name : new String[] {"junit.xml", "index.html", "flame.html", "result.json"}) {
            Files.createSymbolicLink(report.resolve(name), mine);
        }

        new ReportFolder(report).write(Examples.failing(), 1, false);

        assertThat(mine).hasContent("mine");
        assertThat(report.resolve("junit.xml")).isRegularFile();
    }
}
