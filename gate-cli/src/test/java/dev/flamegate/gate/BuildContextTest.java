package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Verdict;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildContextTest {
    @TempDir
    Path folder;

    @Test
    void what_sounds_like_a_secret_is_hidden() {
        Map<String, String> context = BuildContext.of(
                folder, Map.of("DB_PASSWORD", "x1", "api_token", "x2", "AWS_SECRET", "x3", "FEATURE_X", "true"));

        assertThat(context).containsEntry("env.FEATURE_X", "true").doesNotContainValue("x1");
        assertThat(context.values()).doesNotContain("x2", "x3");
        assertThat(context).containsEntry("env.api_token", "(hidden)");
    }

    @Test
    void a_folder_without_git_has_no_commit() {
        assertThat(BuildContext.of(folder, Map.of())).doesNotContainKey("commit");
    }

    @Test
    void exit_codes_are_those_of_the_contract() {
        assertThat(ExitCode.of(Verdict.PASS, true)).isZero();
        assertThat(ExitCode.of(Verdict.WARN, true)).isZero();
        assertThat(ExitCode.of(Verdict.FAIL, false)).isEqualTo(1);
        assertThat(ExitCode.of(Verdict.INCONCLUSIVE, false)).isZero();
        assertThat(ExitCode.of(Verdict.INCONCLUSIVE, true)).isEqualTo(4);
        assertThat(ExitCode.of(Verdict.INVALID, false)).isEqualTo(3);
    }
}
