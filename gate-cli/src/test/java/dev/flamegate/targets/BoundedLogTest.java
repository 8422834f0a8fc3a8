package dev.flamegate.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoundedLogTest {
    @TempDir
    Path folder;

    @Test
    void a_log_without_end_is_cut_and_says_so() throws Exception {
        Path file = folder.resolve("log");
        try (BoundedLog log = new BoundedLog(file, 10)) {
            for (int i = 0; i < 1000; i++) {
                log.write("1234\n".getBytes(StandardCharsets.US_ASCII));
            }
            log.write('x');
        }

        assertThat(file)
                .content()
                .startsWith("1234\n1234\n\n[the rest of this log")
                .hasSizeLessThan(100);
    }

    @Test
    void a_log_of_the_whole_size_is_whole() throws Exception {
        Path file = folder.resolve("log");
        try (BoundedLog log = new BoundedLog(file, 5)) {
            log.write("1234\n".getBytes(StandardCharsets.US_ASCII));
        }

        assertThat(file).hasContent("1234\n");
    }
}
