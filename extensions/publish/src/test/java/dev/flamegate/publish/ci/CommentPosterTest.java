package dev.flamegate.publish.ci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.publish.ci.CiEnvironment.Given;
import dev.flamegate.publish.ci.CommentPoster.Done;
import dev.flamegate.publish.ci.CommentPoster.Posted;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.Examples;
import dev.flamegate.report.json.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommentPosterTest {
    private static final Result RESULT = Results.of(ExampleComparisons.failing());
    private static final Marker MARKER = new Marker("sample-service", "");

    private final HttpDouble server = new HttpDouble();
    private final List<Duration> pauses = new ArrayList<>();

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_comment_is_written_once_and_then_edited_in_place(boolean gitLab) throws Exception {
        ForgeDouble forge = forge(gitLab);
        forge.add("ada", "User", "Looks good to me");

        Posted first = post(gitLab, Results.of(ExampleComparisons.passing()));
        Posted second = post(gitLab, RESULT);
        Posted third = post(gitLab, RESULT);

        assertThat(List.of(first.done(), second.done(), third.done()))
                .containsExactly(Done.CREATED, Done.UPDATED, Done.UNCHANGED);
        assertThat(forge.comments).hasSize(2);
        assertThat(forge.comments.get(1).body).startsWith(MARKER.text()).contains("✗ FAIL");
        assertThat(second.url())
                .isEqualTo(first.url())
                .isEqualTo(
                        gitLab
                                ? "https://gitlab.example/acme/shop/-/merge_requests/7#note_1001"
                                : "https://github.example/acme/shop/pull/7#issuecomment-1001");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_comment_is_found_on_a_later_page_without_following_a_link(boolean gitLab) throws Exception {
        ForgeDouble forge = forge(gitLab);
        for (int i = 0; i < 250; i++) {
            forge.add("ada", "User", "comment " + i);
        }
        forge.add("performance-bot", "User", MARKER.text() + "\nold");

        assertThat(post(gitLab, RESULT).done()).isEqualTo(Done.UPDATED);
        assertThat(forge.comments).hasSize(251);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_comment_of_somebody_else_is_left_alone_also_when_it_has_the_marker(boolean gitLab) throws Exception {
        ForgeDouble forge = forge(gitLab);
        forge.add("mallory", "User", MARKER.text() + "\nAll is well");

        assertThat(post(gitLab, RESULT).done()).isEqualTo(Done.CREATED);
        assertThat(forge.comments.get(0).body).endsWith("All is well");
    }

    @Test
    void a_quoted_comment_is_not_ours() throws Exception {
        ForgeDouble forge = forge(false);
        forge.add("performance-bot", "User", "> " + MARKER.text() + "\n> quoted");

        assertThat(post(false, RESULT).done()).isEqualTo(Done.CREATED);
    }

    @Test
    void a_workflows_token_that_may_not_ask_who_it_is_takes_programs_comments_only() throws Exception {
        ForgeDouble forge = forge(false);
        forge.login = null;
        forge.add("mallory", "User", MARKER.text() + "\nAll is well");

        assertThat(post(false, RESULT).done()).isEqualTo(Done.CREATED);
        assertThat(post(false, Results.of(Examples.passing())).done()).isEqualTo(Done.UPDATED);
        assertThat(forge.comments).hasSize(2);
    }

    @Test
    void plans_of_one_service_have_comments_of_their_own() throws Exception {
        ForgeDouble forge = forge(false);
        Forge thread = thread(false);
        CommentPoster.post(thread, RESULT, new Marker("sample-service", "checkout"), CommentLinks.NONE, List.of());
        CommentPoster.post(thread, RESULT, new Marker("sample-service", "search"), CommentLinks.NONE, List.of());
        CommentPoster.post(thread, RESULT, new Marker("sample-service", "checkout"), CommentLinks.NONE, List.of());

        assertThat(forge.comments).hasSize(2);
    }

    @Test
    void a_server_that_names_a_time_is_asked_again_after_it() throws Exception {
        ForgeDouble forge = forge(false);
        forge.refuse(429, Map.of("Retry-After", "7"), "{}");
        forge.refuse(403, Map.of("Retry-After", "9"), "{\"message\":\"You have exceeded a secondary rate limit\"}");

        assertThat(post(false, RESULT).done()).isEqualTo(Done.CREATED);
        assertThat(pauses).containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(9));
    }

    @Test
    void a_secondary_limit_without_a_time_waits_a_minute_and_then_longer() throws Exception {
        ForgeDouble forge = forge(false);
        forge.refuse(403, Map.of(), "{\"message\":\"You have exceeded a secondary rate limit. Please wait\"}");
        forge.refuse(403, Map.of(), "{\"message\":\"You have exceeded a secondary rate limit. Please wait\"}");

        assertThat(post(false, RESULT).done()).isEqualTo(Done.CREATED);
        assertThat(pauses).containsExactly(Duration.ofMinutes(1), Duration.ofMinutes(2));
    }

    @Test
    void a_used_up_limit_waits_for_its_reset_and_gives_up_where_that_is_too_far() throws Exception {
        ForgeDouble forge = forge(false);
        long soon = Instant.now().plusSeconds(30).getEpochSecond();
        forge.refuse(403, Map.of("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "" + soon), "{}");
        assertThat(post(false, RESULT).done()).isEqualTo(Done.CREATED);
        assertThat(pauses).hasSize(1);
        assertThat(pauses.get(0)).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(32));

        long late = Instant.now().plusSeconds(3600).getEpochSecond();
        forge.refuse(403, Map.of("X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "" + late), "{}");
        assertThatThrownBy(() -> post(false, RESULT))
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("403");
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503})
    void a_broken_server_is_asked_again(int status) throws Exception {
        ForgeDouble forge = forge(true);
        forge.refuse(status, Map.of(), "<html>bad</html>");
        forge.refuse(status, Map.of(), "<html>bad</html>");

        assertThat(post(true, RESULT).done()).isEqualTo(Done.CREATED);
        assertThat(pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_comment_whose_answer_got_lost_is_not_written_twice(boolean gitLab) throws Exception {
        ForgeDouble forge = forge(gitLab);
        forge.faults.add(passes());
        forge.loseAnswer(502);

        assertThat(post(gitLab, RESULT).done()).isEqualTo(Done.UNCHANGED);
        assertThat(forge.comments).hasSize(1);
    }

    @Test
    void a_token_that_may_not_write_says_what_to_do_and_shows_itself_nowhere() {
        forge(false).readOnly = true;

        assertThatThrownBy(() -> post(false, RESULT))
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("pull-requests: write")
                .hasMessageContaining("Resource not accessible by integration")
                .hasMessageNotContaining(ForgeDouble.TOKEN);
    }

    @Test
    void a_wrong_token_is_not_tried_again() {
        forge(false);
        Map<String, String> environment = new java.util.HashMap<>(environment(false));
        environment.put("GITHUB_TOKEN", "wrong-token");

        assertThatThrownBy(() -> {
                    Forge thread = RequestFinder.find(place(environment), Given.NOTHING)
                            .orElseThrow();
                    CommentPoster.post(thread, RESULT, MARKER, CommentLinks.NONE, List.of());
                })
                .hasMessageContaining("401")
                .hasMessageNotContaining("wrong-token");
        assertThat(pauses).isEmpty();
    }

    @Test
    void a_result_too_long_for_a_comment_is_cut_and_says_so() throws Exception {
        ForgeDouble forge = forge(false);

        post(false, Results.of(Examples.large(200, 50)));

        assertThat(forge.comments.get(0).body.length()).isLessThanOrEqualTo(65_536);
        assertThat(forge.comments.get(0).body).containsPattern("9,950 findings more, none of them worse");
    }

    private static ForgeDouble.Fault passes() {
        return new ForgeDouble.Fault() {
            @Override
            public boolean isAfterwards() {
                return false;
            }

            @Override
            public void answer(com.sun.net.httpserver.HttpExchange exchange) throws java.io.IOException {
                HttpDouble.json("[]")
                        .to(
                                exchange,
                                new HttpDouble.Asked(
                                        "GET", exchange.getRequestURI(), exchange.getRequestHeaders(), ""));
            }
        };
    }

    private ForgeDouble forge(boolean gitLab) {
        ForgeDouble forge = new ForgeDouble(gitLab);
        server.reply(forge);
        return forge;
    }

    private Posted post(boolean gitLab, Result result) throws InterruptedException {
        return CommentPoster.post(thread(gitLab), result, MARKER, CommentLinks.NONE, List.of());
    }

    private Forge thread(boolean gitLab) throws InterruptedException {
        return RequestFinder.find(place(environment(gitLab)), Given.NOTHING).orElseThrow();
    }

    private CiEnvironment place(Map<String, String> environment) {
        return new CiEnvironment(environment, Duration.ofMinutes(5), pauses::add);
    }

    private Map<String, String> environment(boolean gitLab) {
        String api = server.address().base().toString();
        return gitLab
                ? Map.of(
                        "GITLAB_CI", "true",
                        "CI_API_V4_URL", api,
                        "CI_MERGE_REQUEST_PROJECT_ID", "acme/shop",
                        "CI_MERGE_REQUEST_IID", "7",
                        "CI_MERGE_REQUEST_PROJECT_URL", "https://gitlab.example/acme/shop",
                        "CI_JOB_TOKEN", "not-this-one",
                        "GITLAB_TOKEN", ForgeDouble.TOKEN)
                : Map.of(
                        "GITHUB_ACTIONS", "true",
                        "GITHUB_API_URL", api,
                        "GITHUB_REPOSITORY", "acme/shop",
                        "GITHUB_REF", "refs/pull/7/merge",
                        "GITHUB_TOKEN", ForgeDouble.TOKEN);
    }
}
