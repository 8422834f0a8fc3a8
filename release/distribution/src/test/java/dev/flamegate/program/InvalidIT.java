package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.Program.Ended;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("side-by-side")
class InvalidIT {
    @TempDir
    Path folder;

    @Test
    void a_target_that_answers_500_is_invalid_and_no_baseline() throws Exception {
        Program.plan(folder, Map.of("FAULT", "answer-500"));
        Program.brief(folder);
        Ended ended = Program.run(folder, "run", "--set", "trials=1");

        assertThat(ended.code()).as(ended.out() + ended.err()).isEqualTo(3);
        assertThat(ended.out()).contains("INVALID", "requests failed", "500");
        assertThat(Program.run(folder, "history", "list").out()).contains("INVALID");
    }
}
