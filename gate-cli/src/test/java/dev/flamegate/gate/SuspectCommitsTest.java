package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Interval;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.SuspectCommit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuspectCommitsTest {
    private static final String FILE = "service/src/main/java/shop/Matrix.java";

    @TempDir
    Path folder;

    @BeforeEach
    void repository() throws Exception {
        git("init", "-q");
        git("config", "user.name", "Ada");
        git("config", "user.email", "ada@example.org");
        commit("start", lines("a", "b"));
        git("tag", "base");
    }

    @Test
    void the_commits_that_touched_the_file_come_with_the_nearest_last() throws Exception {
        commit("Multiply in full", lines("a", "B"));
        commit("Change the head", lines("A", "B"));
        Files.writeString(folder.resolve("README"), "else");
        git("add", "-A");
        git("commit", "-qm", "Elsewhere");

        List<SuspectCommit> commits =
                new SuspectCommits(folder).between("base", "HEAD", culprit("shop/Matrix.java", 101));

        assertThat(commits).extracting(SuspectCommit::subject).containsExactly("Change the head", "Multiply in full");
        assertThat(commits).extracting(SuspectCommit::near).containsExactly(0, 1);
        assertThat(commits).extracting(SuspectCommit::touched).containsExactly(1, 1);
        assertThat(commits.get(1).author()).isEqualTo("Ada");
        assertThat(commits.get(1).hash()).hasSize(40);
    }

    @Test
    void no_character_of_a_commit_can_end_the_report() throws Exception {
        git("config", "user.name", "Mal\u001flo\u001ery");
        commit("x\u001ey\u001fz \u2028", lines("a", "\u001e\u001f\u001eB"));
        git("config", "user.name", "Ada");
        commit("flamegate-00000000-0000-0000-0000-000000000000", lines("a", "C"));

        List<SuspectCommit> commits =
                new SuspectCommits(folder).between("base", "HEAD", culprit("shop/Matrix.java", 101));

        assertThat(commits).extracting(SuspectCommit::near).containsExactly(1, 1);
        assertThat(commits).anySatisfy(commit -> {
            assertThat(commit.subject()).startsWith("x\u001ey\u001fz");
            assertThat(commit.author()).isEqualTo("Mal\u001flo\u001ery");
        });
    }

    @Test
    void without_a_line_the_method_that_git_names_beside_the_change_is_near() throws Exception {
        commit("Multiply in full", lines("a", "B"));

        assertThat(new SuspectCommits(folder).between("base", "HEAD", culprit("shop/Matrix.java", 0)))
                .extracting(SuspectCommit::near)
                .containsExactly(1);
    }

    @Test
    void nothing_is_suspected_where_nothing_is_known() throws Exception {
        SuspectCommits suspects = new SuspectCommits(folder);

        assertThat(suspects.between("base", "HEAD", culprit("shop/Matrix.java", 1)))
                .isEmpty();
        assertThat(suspects.between("base", "HEAD", culprit("shop/Other.java", 1)))
                .isEmpty();
        assertThat(suspects.between("base", "HEAD", culprit(null, 1))).isEmpty();
        assertThat(suspects.between("no-such", "HEAD", culprit("shop/Matrix.java", 1)))
                .isEmpty();
        assertThat(suspects.between("--output=x", "HEAD", culprit("shop/Matrix.java", 1)))
                .isEmpty();
        assertThat(new SuspectCommits(folder.resolve("nowhere"))
                        .between("base", "HEAD", culprit("shop/Matrix.java", 1)))
                .isEmpty();
    }

    /** A class whose head is on line 2 and whose method has a line at 101. */
    private static String lines(String head, String body) {
        StringBuilder text = new StringBuilder("class Matrix {\n    // " + head + "\n");
        for (int line = 3; line < 98; line++) {
            text.append("    // ").append(line).append('\n');
        }
        return text.append("    double multiply(double x) {\n        // 99\n        // 100\n        double y = ")
                .append(body)
                .append(";\n    }\n}\n")
                .toString();
    }

    private static Culprit culprit(@Nullable String file, int line) {
        return new Culprit(
                "shop.Matrix.multiply",
                file,
                line,
                1.0,
                null,
                null,
                new Culprit.Evidence(
                        ProfileEvent.CPU,
                        Culprit.Kind.SELF,
                        0,
                        1,
                        new Interval(0.9, 1.1, 0.95),
                        List.of(),
                        null,
                        null));
    }

    private void commit(String subject, String text) throws Exception {
        Path file = folder.resolve(FILE);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        git("add", "-A");
        git("commit", "-qm", subject);
    }

    private void git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("git", "-C", folder.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }
}
