package dev.flamegate.publish.ci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.ci.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ResultReaderTest {
    @Test
    void what_is_not_a_whole_result_is_not_commented_on() throws IOException {
        byte[] whole = Files.readAllBytes(Shell.GOLDEN.resolve("passing/result.json"));
        assertThat(ResultReader.parse(whole, "result.json")).isNotNull();

        for (int length = 0; length < whole.length - 2; length += 1 + whole.length / 500) {
            byte[] part = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> ResultReader.parse(part, "result.json")).isInstanceOf(CommentFailed.class);
        }
        assertThatThrownBy(() -> ResultReader.parse(new byte[whole.length], "result.json"))
                .isInstanceOf(CommentFailed.class);
    }
}
