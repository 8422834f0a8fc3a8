package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.program.Program.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The built program's {@code comment}, and its annotations. */
@Tag("side-by-side")
class CommentIT {
    private static final String TOKEN = "secret-token-of-the-test";
    private static final Path REPORT = Program.CHECKOUT
            .resolve("gate-cli/src/test/resources/golden/report/comparison-fail")
            .toAbsolutePath();

    @TempDir
    Path folder;

    @Test
    void it_asks_with_the_token_of_the_environment_and_prints_the_address_alone() throws Exception {
        try (HttpDouble server = new HttpDouble()) {
            server.reply(
                    HttpDouble.json("{\"login\": \"bot\"}"),
                    HttpDouble.json("[]"),
                    HttpDouble.says(
                            201, "application/json", "{\"id\": 1, \"html_url\": \"https://forge.example/c/1\"}"));

            Ended ended = comment(server, "--flame-url=https://ci.example/flame.html", "--strict");

            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.out()).isEqualTo("https://forge.example/c/1\n");
            assertThat(ended.err()).contains("comment on pull request 7 of acme/shop created");
            assertThat(server.asked())
                    .hasSize(3)
                    .allSatisfy(asked -> assertThat(asked.headers().getFirst("Authorization"))
                            .isEqualTo("Bearer " + TOKEN));
            assertThat(server.asked().get(2).body()).contains("MatrixCalculator.multiply", "#e=cpu&amp;");
        }
    }

    @ParameterizedTest
    @CsvSource({"'', 0", "--strict, 3"})
    void a_server_that_refuses_is_a_warning_unless_strict_and_the_token_is_said_nowhere(String strict, int code)
            throws Exception {
        try (HttpDouble server = new HttpDouble()) {
            server.reply(HttpDouble.says(401, "application/json", "{\"message\": \"Bad credentials " + TOKEN + "\"}"));

            Ended ended = comment(server, strict);

            assertThat(ended.code()).isEqualTo(code);
            assertThat(ended.err()).contains("401", "Bad credentials");
            assertThat(ended.out() + ended.err()).doesNotContain(TOKEN);
        }
    }

    @Test
    void without_a_result_it_says_so_and_breaks_nothing() throws Exception {
        Ended ended = Program.run(folder, "comment", "--report", "nowhere");

        assertThat(ended.code()).isZero();
        assertThat(ended.err()).contains("warning: no comment was written", "nowhere/result.json does not exist");
    }

    @Test
    void a_dry_run_prints_the_comment_and_annotations_stand_where_git_knows_the_files() throws Exception {
        Path source = folder.resolve("shop/src/main/java/dev/flamegate/sample/matrix/MatrixCalculator.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, "");
        Program.run(folder, List.of("git", "init", "-q"));
        Program.run(folder, List.of("git", "add", "-A"));

        Ended dry = Program.run(folder, "comment", "--dry-run", "--report", REPORT.toString());
        Ended annotated = Program.run(folder, "comment", "--as=github", "--report", REPORT.toString());

        assertThat(dry.out()).startsWith("<!-- flamegate-comment:sample%2Dservice: -->\n**✗ FAIL**");
        assertThat(annotated.out().lines().findFirst().orElse(""))
                .startsWith(
                        "::error file=shop/src/main/java/dev/flamegate/sample/matrix/MatrixCalculator.java,line=73,");
    }

    private Ended comment(HttpDouble server, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "GITHUB_ACTIONS=true",
                "GITHUB_API_URL=" + server.address().base(),
                "GITHUB_REPOSITORY=acme/shop",
                "GITHUB_EVENT_PATH=",
                "GITHUB_REF=refs/pull/7/merge",
                "GITHUB_TOKEN=" + TOKEN,
                Path.of(System.getProperty("flamegate.test.home"), "bin", "flamegate")
                        .toString(),
                "comment",
                "--report=" + REPORT));
        for (String option : options) {
            if (!option.isEmpty()) {
                command.add(option);
            }
        }
        return Program.run(folder, command);
    }
}
