package dev.flamegate.servers.pyroscope;

import static dev.flamegate.collect.http.HttpDouble.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Window;
import dev.flamegate.profile.format.SampleType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PyroscopeServerTest {
    private static final long BASELINE = 24_970_000_000L;
    private static final ApiLimits LIMITS = ApiLimits.within(Duration.ofSeconds(20));

    private final HttpDouble http = new HttpDouble();
    private final Recorded recorded = new Recorded();
    private final PyroscopeServer server = server(LIMITS);

    PyroscopeServerTest() {
        http.reply(recorded);
    }

    private PyroscopeServer server(ApiLimits limits) {
        return PyroscopeServer.at(http.address(), limits);
    }

    @AfterEach
    void stop() {
        http.close();
    }

    private ProfileAnswer baseline() throws InterruptedException {
        return server.profile(Recorded.CPU, Recorded.arm("baseline"), Recorded.BASELINE);
    }

    private List<String> paths() {
        return http.asked().stream()
                .map(asked -> asked.uri().getPath().replaceAll(".*/", ""))
                .toList();
    }

    @Test
    void a_profile_comes_whole_and_as_pprof() throws Exception {
        ProfileAnswer answer = baseline();
        assertThat(answer.form()).isEqualTo(ProfileAnswer.Form.PPROF);
        assertThat(answer.tree().weight()).isEqualTo(BASELINE);
        assertThat(answer.folded()).isZero();
        assertThat(paths()).containsExactly("buildinfo", "SelectMergeProfile");
        assertThat(http.asked().get(1).body())
                .isEqualTo("{\"profileTypeID\":\"process_cpu:cpu:nanoseconds:cpu:nanoseconds\","
                        + "\"labelSelector\":\"{service_name=\\\"sample\\\",arm=\\\"baseline\\\"}\","
                        + "\"start\":1795192648500,\"end\":1795192692323}");
    }

    @Test
    void version_2_is_asked_its_own_query_first() throws Exception {
        recorded.saying("/buildinfo", "", "{\"status\":\"success\",\"data\":{\"version\":\"v2.2.1\"}}");
        ProfileAnswer answer = baseline();
        assertThat(server.version()).isEqualTo(new ServerVersion("v2.2.1", 2, 2));
        assertThat(answer.form()).isEqualTo(ProfileAnswer.Form.PPROF);
        assertThat(answer.tree().weight()).isEqualTo(BASELINE);
        assertThat(paths()).containsExactly("buildinfo", "SelectMergeStacktraces");
        assertThat(http.asked().get(1).body()).contains("\"format\":\"PROFILE_FORMAT_PPROF\",\"maxNodes\":1048576");
    }

    @Test
    void a_server_that_does_not_know_pprof_gives_a_flame_graph_to_the_same_query() throws Exception {
        recorded.without("/SelectMergeProfile")
                .instead("select-merge-stacktraces-pprof-baseline", "select-merge-stacktraces-baseline");
        ProfileAnswer answer = baseline();
        assertThat(answer.form()).isEqualTo(ProfileAnswer.Form.FLAMEBEARER);
        assertThat(answer.tree().weight()).isEqualTo(BASELINE);
    }

    @Test
    void render_is_the_last_resort_and_what_worked_is_asked_first_the_next_time() throws Exception {
        recorded.without("/SelectMergeProfile")
                .without("/SelectMergeStacktraces")
                .without("/buildinfo");
        assertThat(baseline().tree().weight()).isEqualTo(BASELINE);
        assertThat(baseline().form()).isEqualTo(ProfileAnswer.Form.FLAMEBEARER);
        assertThat(paths())
                .containsExactly("buildinfo", "SelectMergeProfile", "SelectMergeStacktraces", "render", "render");
        assertThat(http.asked().get(4).fields()).containsEntry("maxNodes", "1048576");
        assertThat(server.version()).isEqualTo(ServerVersion.UNKNOWN);
    }

    @Test
    void without_any_of_the_queries_it_is_said() {
        http.reply(says(404, "text/plain", "404 page not found"));
        assertThatThrownBy(this::baseline)
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("supports none of the queries for profiles");
    }

    @Test
    void a_tighter_limit_of_nodes_is_kept_to() throws Exception {
        recorded.without("/SelectMergeProfile").without("/SelectMergeStacktraces");
        http.reply((exchange, asked) -> {
            boolean tooMany = "1048576".equals(asked.fields().get("maxNodes"));
            HttpDouble.Reply reply = tooMany
                    ? says(
                            400,
                            "application/json",
                            "{\"code\":\"invalid_argument\",\"message\":\"max flamegraph nodes limit 1048576 is greater"
                                    + " than allowed 2048\"}")
                    : recorded;
            reply.to(exchange, asked);
        });
        assertThat(baseline().tree().weight()).isEqualTo(BASELINE);
        assertThat(http.asked().get(http.asked().size() - 1).fields()).containsEntry("maxNodes", "2048");
    }

    @Test
    void profile_types_are_those_of_the_java_agent() throws Exception {
        List<ProfileType> types = server.profileTypes(Recorded.BASELINE);
        assertThat(types).hasSize(3);
        assertThat(types)
                .extracting(ProfileType::event)
                .containsExactly(Optional.of(ProfileEvent.ALLOC), Optional.empty(), Optional.of(ProfileEvent.CPU));
        assertThat(types.get(2)).isEqualTo(Recorded.CPU);
        assertThat(ProfileType.of("block:delay:nanoseconds:block:count:delta").event())
                .contains(ProfileEvent.LOCK);
        assertThatThrownBy(() -> ProfileType.of("no:such")).hasMessageStartingWith("no:such: ");
    }

    @Test
    void labels_and_series_are_read() throws Exception {
        assertThat(server.labelValues("arm", Recorded.SAMPLE, Recorded.BASELINE))
                .containsExactly("baseline", "candidate");
        List<PyroscopeServer.Point> points =
                server.series(Recorded.CPU, Recorded.arm("baseline"), Recorded.BASELINE, Duration.ofSeconds(10));
        assertThat(points).hasSize(5);
        assertThat(points.get(0).at()).isEqualTo(Recorded.BASELINE.start());
        // The first step ends where the window begins; the others are the window.
        assertThat(points.stream()
                        .skip(1)
                        .mapToDouble(PyroscopeServer.Point::value)
                        .sum())
                .isEqualTo(BASELINE);
    }

    @Test
    void too_long_a_window_is_refused_with_the_limit() {
        recorded.without("/SelectMergeProfile").without("/SelectMergeStacktraces");
        Window week = Recorded.window(1791736648500L, 1795192692323L);
        assertThatThrownBy(() -> server.profile(Recorded.CPU, Recorded.arm("baseline"), week))
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("accepts no window longer than 1d")
                .hasMessageContaining("max_query_length");
    }

    @Test
    void what_the_server_says_of_a_wrong_request_is_passed_on() {
        ProfileType wrong = new ProfileType("no:such", "no", new SampleType("such", ""));
        assertThatThrownBy(() -> server.profile(wrong, Recorded.arm("baseline"), Recorded.BASELINE))
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("status 400")
                .hasMessageContaining("profile-type selection must be of the form");
    }

    @Test
    void a_missing_tenant_is_explained_and_credentials_are_not_shown() {
        http.reply(says(401, "application/json", "{\"code\":\"unauthenticated\",\"message\":\"no org id s3cret\"}"));
        ServerAddress address = http.address().withBearer("s3cret");
        assertThatThrownBy(() -> PyroscopeServer.at(address, LIMITS).profileTypes(Recorded.BASELINE))
                .hasMessageContaining("X-Scope-OrgID")
                .hasMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "429 | {\"code\":\"resource_exhausted\",\"message\":\"slow down\"} | too many requests for the tenant's limits",
                "500 | {\"code\":\"internal\",\"message\":\"bucket gone\"} | answers with status 500: {\"code\":\"internal\",\"message\":\"bucket gone\"}",
                "200 | <html><title>Sign in</title></html> | HTML",
                "200 | {\"unexpected\": [1]} | answers with",
                "200 | [1] | answers with",
                "200 | {\"profileTypes\" | other than JSON",
            })
    void answers_that_are_none_name_the_server_and_what_it_said(int status, String body, String why) {
        http.reply(says(status, "text/html", body));
        PyroscopeServer impatient = server(LIMITS.once());
        assertNamed(() -> impatient.profileTypes(Recorded.BASELINE), why);
        assertNamed(() -> impatient.labelValues("arm", Recorded.SAMPLE, Recorded.BASELINE), why);
        assertNamed(
                () -> impatient.series(Recorded.CPU, Recorded.SAMPLE, Recorded.BASELINE, Duration.ofSeconds(1)), why);
    }

    private void assertNamed(ThrowingCallable asking, String why) {
        assertThatThrownBy(asking)
                .isInstanceOf(CollectionFailed.class)
                .hasMessageStartingWith("Pyroscope at " + http.address())
                .hasMessageContaining(why.equals("answers with") ? "answers with" : why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "{\"flamegraph\": {\"names\": []}} | without any field of a pprof profile",
                "<html><title>Sign in</title></html> | damaged JSON",
                "{\"sample\": [{\"value\": [1]}]} | a sample of 1 values where there are 0 types",
            })
    void a_profile_that_cannot_be_read_is_named(String body, String why) {
        recorded.saying("/SelectMergeProfile", "", body);
        assertNamed(this::baseline, why);
    }

    @Test
    void slow_bytes_end_with_the_time() {
        http.reply(HttpDouble.slowBytes());
        assertThatThrownBy(
                        () -> server(ApiLimits.within(Duration.ofMillis(300))).profileTypes(Recorded.BASELINE))
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("has not answered within 300 ms");
    }

    @ParameterizedTest
    @CsvSource({"1.18.0,1,18", "v1.2.3-rc1,1,2", "2.2.1+sha,2,2", "main-3fe6a45,0,0", "'',0,0", "99999.1.1,0,0"})
    void versions_are_read_as_far_as_they_are_ones(String text, int major, int minor) {
        assertThat(ServerVersion.of(text)).isEqualTo(new ServerVersion(text, major, minor));
    }

    @Test
    void selectors_are_written_so_that_no_value_ends_them() {
        assertThat(LabelSelector.service("a\"b").and("http.route", "x\\y\nz"))
                .hasToString("{service_name=\"a\\\"b\",http_route=\"x\\\\y\\nz\"}");
        assertThatThrownBy(() -> Recorded.SAMPLE.and("a=b", "c")).hasMessageStartingWith("a=b: ");
    }
}
