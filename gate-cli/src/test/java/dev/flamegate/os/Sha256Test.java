package dev.flamegate.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Sha256Test {
    private static final Instant YESTERDAY = Instant.parse("2026-11-27T10:00:00Z");

    @TempDir
    private Path folder;

    @Test
    void a_file_that_looks_the_same_is_not_read_again() throws Exception {
        Path file = write("app.jar", "one", YESTERDAY);
        String sum = Sha256.of(file);
        assertThat(sum).isEqualTo(Sha256.of("one"));

        write("app.jar", "two", YESTERDAY);
        assertThat(Sha256.of(file)).isEqualTo(sum);

        write("app.jar", "two", YESTERDAY.plusNanos(1_000_000));
        assertThat(Sha256.of(file)).isEqualTo(Sha256.of("two"));
    }

    @Test
    void a_file_that_has_just_been_written_is_read_again() throws Exception {
        Instant now = Instant.now().plusSeconds(60);
        Path file = write("new.jar", "one", now);
        assertThat(Sha256.of(file)).isEqualTo(Sha256.of("one"));

        write("new.jar", "two", now);
        assertThat(Sha256.of(file)).isEqualTo(Sha256.of("two"));
    }

    @Test
    void what_cannot_be_read_has_no_sum() {
        assertThat(Sha256.of(folder)).isEqualTo("unreadable");
        assertThat(Sha256.of(folder.resolve("missing"))).isEqualTo("unreadable");
    }

    private Path write(String name, String text, Instant changed) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text);
        Files.setLastModifiedTime(file, FileTime.from(changed));
        return file;
    }
}
