package dev.flamegate.publish.ci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.publish.ci.CiEnvironment.Given;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestFinderTest {
    private static final Map<String, String> ACTIONS = Map.of(
            "GITHUB_ACTIONS",
            "true",
            "GITHUB_REPOSITORY",
            "acme/shop",
            "GITHUB_TOKEN",
            "t0ken",
            "GITHUB_REF",
            "refs/heads/main");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"pull_request\":{\"number\":12}} | 12",
                "{\"issue\":{\"number\":13,\"pull_request\":{}}} | 13",
                "{\"issue\":{\"number\":13}} | none",
                "{\"ref\":\"refs/heads/main\"} | none"
            })
    void the_event_names_the_pull_request(String event, String number) throws Exception {
        Path file = Files.writeString(folder.resolve("event.json"), event);

        Optional<Forge> thread = RequestFinder.find(
                new CiEnvironment(with(ACTIONS, "GITHUB_EVENT_PATH", file.toString())), Given.NOTHING);

        assertThat(thread.map(Forge::name).orElse("none"))
                .isEqualTo(number.equals("none") ? "none" : "pull request " + number + " of acme/shop");
    }

    @Test
    void a_second_workflow_asks_github_for_the_pull_request_and_believes_no_file_of_the_first() throws Exception {
        Path event = Files.writeString(folder.resolve("event.json"), """
                {"workflow_run": {"head_sha": "f00d", "head_branch": "fast & new", "pull_requests": [],
                 "head_repository": {"owner": {"login": "mallory"}}}}""");
        try (HttpDouble server = new HttpDouble()) {
            server.reply(HttpDouble.json("""
                    [{"number": 4, "head": {"sha": "beef"}}, {"number": 3, "head": {"sha": "f00d"}}]"""));
            Map<String, String> environment = new HashMap<>(with(ACTIONS, "GITHUB_EVENT_PATH", event.toString()));
            environment.put("GITHUB_API_URL", server.address().base().toString());

            Optional<Forge> thread = RequestFinder.find(new CiEnvironment(environment), Given.NOTHING);

            assertThat(thread.orElseThrow().name()).startsWith("pull request 3 of");
            assertThat(server.asked().get(0).fields())
                    .containsEntry("head", "mallory:fast & new")
                    .containsEntry("state", "open");
            server.reply(HttpDouble.json("[{\"number\": 4, \"head\": {\"sha\": \"beef\"}}]"));
            assertThat(RequestFinder.find(new CiEnvironment(environment), Given.NOTHING))
                    .as("it has newer commits")
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "https://github.com/acme/shop/pull/9, pull request 9 of acme/shop",
        "https://github.com/acme/shop/pull/9/files#x, pull request 9 of acme/shop",
        "https://ghe.example:8443/acme/shop/pull/9, pull request 9 of acme/shop",
        "https://gitlab.example/group/sub/shop/-/merge_requests/9, merge request 9 of project group/sub/shop"
    })
    void an_address_says_it_all_as_jenkins_gives_it(String address, String name) throws Exception {
        Map<String, String> tokens = Map.of("GITHUB_TOKEN", "t", "GITLAB_TOKEN", "t");

        assertThat(RequestFinder.find(new CiEnvironment(tokens), new Given(address, "", ""))
                        .orElseThrow()
                        .name())
                .isEqualTo(name);
        assertThat(RequestFinder.find(new CiEnvironment(with(tokens, "CHANGE_URL", address)), Given.NOTHING)
                        .orElseThrow()
                        .name())
                .isEqualTo(name);
    }

    @Test
    void a_branch_pipeline_of_gitlab_knows_its_open_merge_request() throws Exception {
        Map<String, String> environment = Map.of(
                "GITLAB_CI", "true",
                "CI_API_V4_URL", "https://gitlab.example/api/v4",
                "CI_PROJECT_ID", "42",
                "CI_OPEN_MERGE_REQUESTS", "acme/shop!33",
                "CI_JOB_TOKEN", "t");

        assertThat(RequestFinder.find(new CiEnvironment(environment), Given.NOTHING)
                        .orElseThrow()
                        .name())
                .isEqualTo("merge request 33 of project 42");
        assertThat(RequestFinder.find(
                        new CiEnvironment(with(environment, "CI_OPEN_MERGE_REQUESTS", "")), Given.NOTHING))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../admin", "acme/shop/../../x", "acme", "acme/sh op", "./x", "a/..", "acme/shop?x=1"})
    void a_repository_that_could_lead_elsewhere_is_refused(String repository) {
        assertThatThrownBy(() -> RequestFinder.find(new CiEnvironment(ACTIONS), new Given("1", repository, "")))
                .isInstanceOf(CommentFailed.class)
                .hasMessageContaining("OWNER/NAME");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1/../2", "1 ", "https://github.com/acme/shop/issues/1", "ftp://x/pull/1"})
    void a_number_or_address_that_is_none_is_refused(String request) {
        assertThatThrownBy(() -> RequestFinder.find(new CiEnvironment(ACTIONS), new Given(request, "", "")))
                .isInstanceOf(CommentFailed.class)
                .hasMessageStartingWith(request);
    }

    @Test
    void a_missing_or_broken_token_says_which_variable_and_never_its_value() {
        assertThatThrownBy(() -> RequestFinder.find(
                        new CiEnvironment(with(ACTIONS, "GITHUB_TOKEN", "")), new Given("1", "", "")))
                .hasMessageContaining("GITHUB_TOKEN");
        assertThatThrownBy(() -> RequestFinder.find(
                        new CiEnvironment(with(ACTIONS, "GITHUB_TOKEN", "s3cret\nX: y")), new Given("1", "", "")))
                .isInstanceOf(CommentFailed.class)
                .hasMessageContaining("GITHUB_TOKEN")
                .hasMessageNotContaining("s3cret");
    }

    private static Map<String, String> with(Map<String, String> environment, String name, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(name, value);
        return more;
    }
}
