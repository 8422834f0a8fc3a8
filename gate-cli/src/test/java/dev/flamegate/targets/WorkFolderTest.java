package dev.flamegate.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class WorkFolderTest {
    @TempDir
    Path plan;

    /** PostgreSQL does not start in a data folder that others can read. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void it_has_the_data_and_is_closed_to_other_users() throws IOException {
        Path seed = Files.createDirectories(plan.resolve("seed"));
        Files.setPosixFilePermissions(seed, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(seed.resolve("table"), "rows");

        Path left;
        try (WorkFolder work = WorkFolder.create(plan, "beside: db", "seed")) {
            left = work.path();
            assertThat(left.resolve("table")).hasContent("rows");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(left)))
                    .isEqualTo("rwx------");
        }
        assertThat(left).doesNotExist();
    }

    @Test
    void data_that_is_missing_is_named_with_whose_it_is() {
        assertThatThrownBy(() -> WorkFolder.create(plan, "beside: db", "seed"))
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining("correct beside: db: data: seed");
        assertThat(plan.resolve(".flamegate/work")).isEmptyDirectory();
    }
}
