package dev.flamegate.gate.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.ExitCode;
import dev.flamegate.model.finding.Verdict;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildContextTest {
    @TempDir
    Path folder;

    @Test
    void what_sounds_like_a_secret_is_hidden() throws InterruptedException {
        Map<String, String> context = BuildContext.of(
                folder,
                Optional.empty(),
                Map.of("DB_PASSWORD", "x1", "api_token", "x2", "AWS_SECRET", "x3", "FEATURE_X", "true"));

        assertThat(context).containsEntry("env.FEATURE_X", "true").doesNotContainValue("x1");
        assertThat(context.values()).doesNotContain("x2", "x3");
        assertThat(context).containsEntry("env.api_token", "(hidden)");
    }

    @Test
    void a_folder_without_git_has_no_commit() throws InterruptedException {
        assertThat(BuildContext.of(folder, Optional.empty(), Map.of())).doesNotContainKey("commit");
    }

    @Test
    void a_revision_that_is_not_checked_out_is_the_commit() throws InterruptedException {
        assertThat(BuildContext.of(folder, Optional.of("abc123"), Map.of()))
                .containsEntry("commit", "abc123")
                .doesNotContainKeys("branch", "uncommitted");
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
