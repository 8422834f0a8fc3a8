package dev.flamegate.publish.ci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.ci.Shell;
import dev.flamegate.report.Examples;
import dev.flamegate.report.json.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A result whose culprit is in a file that a repository has. */
class OwnersTest {
    private static final Result RESULT = Results.of(Examples.failing());
    private static final String FILE =
            RESULT.judged().worstCulprit().orElseThrow().file();

    @TempDir
    Path folder;

    @BeforeEach
    void repository() throws Exception {
        write("shop/src/main/java/" + FILE, "");
        git("init", "-q");
    }

    @Test
    void the_last_rule_that_matches_names_the_owners() throws Exception {
        write(".github/CODEOWNERS", "* @acme/all\n/shop/ @acme/shop @ada\n*.md @acme/docs\n");
        git("add", "-A");

        assertThat(Owners.of(RESULT, folder)).containsExactly("@acme/shop", "@ada");
        assertThat(Owners.of(RESULT, folder.resolve("shop"))).containsExactly("@acme/shop", "@ada");
        assertThat(comment(Owners.of(RESULT, folder))).contains("\n\n**Owned by:** `@acme/shop`, `@ada`.\n\n");
    }

    @Test
    void nobody_is_named_without_a_file_of_owners_or_for_a_file_that_git_does_not_know() throws Exception {
        git("add", "-A");
        assertThat(Owners.of(RESULT, folder)).isEmpty();

        write("CODEOWNERS", "* @acme/all\n");
        assertThat(Owners.of(RESULT, folder)).containsExactly("@acme/all");
        git("rm", "-rq", "--cached", "shop");
        assertThat(Owners.of(RESULT, folder)).isEmpty();
        assertThat(comment(List.of())).doesNotContain("Owned by");
    }

    private static String comment(List<String> owners) {
        return CommentText.write(RESULT, new Marker("shop", ""), CommentLinks.NONE, owners, GitHubForge.LIMIT);
    }

    private void write(String name, String text) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void git(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Shell.Ended ended = Shell.run(folder, Map.of(), command.toArray(new String[0]));
        assertThat(ended.code()).as(ended.err()).isZero();
    }
}
