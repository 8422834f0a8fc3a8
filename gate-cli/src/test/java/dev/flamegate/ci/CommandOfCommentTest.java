package dev.flamegate.ci;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.flamegate.ci.Shell.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** A comment on a pull request, by one who can write and by others, against a double of GitHub. */
@DisabledOnOs(OS.WINDOWS)
class CommandOfCommentTest {
    private static final String SHA = "0123456789abcdef0123456789abcdef01234567";

    @TempDir
    Path folder;

    private final List<String> changes = Collections.synchronizedList(new ArrayList<>());
    private final List<String> tokens = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, String> answers = new HashMap<>();
    private HttpServer gitHub;

    @BeforeEach
    void open() throws Exception {
        Shell.needs("jq");
        Shell.needs("curl");
        answers.put("/collaborators/ada/permission", "{\"permission\": \"write\"}");
        answers.put("/collaborators/eve/permission", "{\"permission\": \"read\"}");
        answers.put("/pulls/7", "{\"head\": {\"sha\": \"" + SHA + "\"}}");
        answers.put(
                "/actions/workflows/on-request.yml/runs",
                "{\"workflow_runs\": [{\"id\": 41, \"status\": \"completed\"}]}");
        gitHub = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gitHub.createContext("/repos/acme/shop", exchange -> {
            String path = exchange.getRequestURI().getPath().substring("/repos/acme/shop".length());
            tokens.add(exchange.getRequestHeaders().getFirst("Authorization"));
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            boolean changing = exchange.getRequestMethod().equals("POST");
            if (changing) {
                changes.add(path + " " + body);
            }
            byte[] answer = answers.getOrDefault(path, "{}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(changing || answers.containsKey(path) ? 200 : 404, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        gitHub.start();
    }

    @AfterEach
    void close() {
        if (gitHub != null) {
            gitHub.stop(0);
        }
    }

    @Test
    void one_who_can_write_sets_the_label_and_repeats_the_workflow() throws Exception {
        Ended ended = comment("ada", "/flamegate \r\nplease");

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(changes)
                .containsExactly(
                        "/issues/7/labels {\"labels\":[\"performance\"]}",
                        "/actions/runs/41/rerun {}",
                        "/issues/comments/9/reactions {\"content\":\"rocket\"}");
        assertThat(tokens).isNotEmpty().allMatch("Bearer ghs_token"::equals);
    }

    @ParameterizedTest
    @ValueSource(strings = {"eve", "stranger"})
    void one_who_cannot_write_changes_nothing(String author) throws Exception {
        Ended ended = comment(author, "/flamegate");

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out()).contains(author + " cannot write to this repository");
        assertThat(changes).containsExactly("/issues/comments/9/reactions {\"content\":\"-1\"}");
    }

    /** Words of a comment go nowhere, not even those of people who can write. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "/flamegate $(touch pwned)",
                "/flamegate `touch pwned`; touch pwned",
                "/flamegate\t--plan=/etc/passwd",
                "/flamegate\" && touch pwned"
            })
    void words_after_the_command_are_refused(String body) throws Exception {
        assertThat(comment("ada", body).code()).isZero();

        assertThat(changes).noneMatch(change -> change.contains("rerun") || change.contains("labels"));
        assertThat(folder.resolve("pwned")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"looks good", "/flamegates", "see\n/flamegate", "", "> /flamegate"})
    void other_comments_are_not_even_looked_up(String body) throws Exception {
        assertThat(comment("ada", body).code()).isZero();

        assertThat(tokens).isEmpty();
    }

    @Test
    void a_comment_on_an_issue_and_an_author_that_is_none_ask_nothing() throws Exception {
        assertThat(run(event("ada", "/flamegate", false)).code()).isZero();
        assertThat(comment("ada/../../../user", "/flamegate").code()).isEqualTo(2);

        assertThat(tokens).isEmpty();
    }

    @Test
    void a_workflow_that_runs_or_never_ran_is_not_repeated() throws Exception {
        String runs = "/actions/workflows/on-request.yml/runs";
        answers.put(runs, "{\"workflow_runs\": [{\"id\": 41, \"status\": \"in_progress\"}]}");
        assertThat(comment("ada", "/flamegate").out()).contains("is running for " + SHA);
        answers.put(runs, "{\"workflow_runs\": []}");
        assertThat(comment("ada", "/flamegate").out()).contains("has not run for " + SHA);

        assertThat(changes).noneMatch(change -> change.contains("rerun"));
    }

    @Test
    void an_api_that_fails_fails_the_job() throws Exception {
        answers.remove("/pulls/7");

        assertThat(comment("ada", "/flamegate").code()).isNotZero();
    }

    private Ended comment(String author, String body) throws Exception {
        return run(event(author, body, true));
    }

    private Ended run(Path event) throws Exception {
        return Shell.run(
                folder,
                Map.of(
                        "GITHUB_EVENT_PATH", event.toString(),
                        "GITHUB_REPOSITORY", "acme/shop",
                        "GITHUB_API_URL",
                                "http://127.0.0.1:" + gitHub.getAddress().getPort(),
                        "GITHUB_TOKEN", "ghs_token",
                        "FG_LABEL", "performance",
                        "FG_WORKFLOW", "on-request.yml"),
                Shell.CHECKOUT.resolve("integrations/github/command/command.sh").toString());
    }

    private Path event(String author, String body, boolean onPullRequest) throws IOException {
        Map<String, Object> issue = new HashMap<>(Map.of("number", 7));
        if (onPullRequest) {
            issue.put("pull_request", Map.of("url", "https://github.example/7"));
        }
        Map<String, Object> comment = Map.of("id", 9, "body", body, "user", Map.of("login", author));
        return Files.writeString(
                folder.resolve("event.json"),
                JsonMapper.shared().writeValueAsString(Map.of("issue", issue, "comment", comment)));
    }
}
