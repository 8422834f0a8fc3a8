package dev.flamegate.servers.pyroscope;

import static dev.flamegate.collect.http.HttpDouble.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.HttpDouble;
import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.profile.Hotspots;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PyroscopeSourceTest {
    private static final Set<ProfileEvent> CPU = Set.of(ProfileEvent.CPU);

    private final HttpDouble http = new HttpDouble();
    private final Recorded recorded =
            new Recorded().saying("/LabelValues", "service_name\",\"matchers", "{\"names\":[\"sample\"]}");
    private final PyroscopeServer server = PyroscopeServer.at(http.address(), ApiLimits.within(Duration.ofSeconds(20)));

    PyroscopeSourceTest() {
        http.reply(recorded);
    }

    @AfterEach
    void stop() {
        http.close();
    }

    private ProfileCut cut(LabelSelector selector, Set<ProfileEvent> events, Window window, double cpuSeconds)
            throws InterruptedException {
        return new PyroscopeSource(server, selector, events).profiles(window, cpuSeconds);
    }

    private static List<String> ids(ProfileCut cut) {
        return cut.warnings().stream().map(Warning::id).toList();
    }

    @Test
    void a_window_is_cut_like_one_of_the_receiver() throws Exception {
        ProfileCut cut =
                cut(Recorded.arm("candidate"), Set.of(ProfileEvent.CPU, ProfileEvent.ALLOC), Recorded.CANDIDATE, 40);
        assertThat(cut.trees()).containsOnlyKeys(ProfileEvent.CPU, ProfileEvent.ALLOC);
        assertThat(Hotspots.of(cut.trees().get(ProfileEvent.CPU)).find("App2.multiply"))
                .isPresent();
        assertThat(cut.trees().get(ProfileEvent.ALLOC).weight()).isEqualTo(26_114_785_280L);
        ProfileQuality cpu = cut.quality().get(0);
        assertThat(cpu.event()).isEqualTo(ProfileEvent.CPU);
        assertThat(cpu.interval()).isEqualTo(0.01);
        assertThat(cpu.samples()).isEqualTo(3_759);
        assertThat(cpu.coverage()).isCloseTo(37.59 / 40, within(1e-9));
        assertThat(cpu.gap()).isZero();
        assertThat(cut.quality().get(1).interval()).isNaN();
        assertThat(ids(cut)).containsExactly("profile-blurred");
    }

    @Test
    void what_the_server_folded_away_is_told_with_its_share() throws Exception {
        recorded.without("/SelectMergeProfile")
                .without("/SelectMergeStacktraces")
                .instead("render-baseline", "render-baseline-maxnodes-16");
        ProfileCut cut = cut(Recorded.arm("baseline"), CPU, Recorded.BASELINE, Double.NaN);
        assertThat(cut.warnings().get(0).id()).isEqualTo("profile-truncated");
        assertThat(cut.warnings().get(0).message()).contains("folded 99.5 % of the cpu profile into 'other'");
        assertThat(cut.quality().get(0).coverage()).isNaN();
    }

    @Test
    void an_event_that_is_not_kept_is_told_with_what_is() throws Exception {
        ProfileCut cut = cut(Recorded.SAMPLE, Set.of(ProfileEvent.WALL), Recorded.BASELINE, 1);
        assertThat(cut.trees()).isEmpty();
        assertThat(ids(cut)).containsExactly("no-profile");
        assertThat(cut.warnings().get(0).message())
                .contains("no wall profile")
                .contains("process_cpu:cpu:nanoseconds:cpu:nanoseconds");
    }

    @Test
    void an_unknown_service_is_told_with_those_there_are() throws Exception {
        recorded.without("/SelectMergeProfile").without("/SelectMergeStacktraces");
        Window both = new Window(Recorded.BASELINE.start(), Recorded.CANDIDATE.end());
        ProfileCut cut = cut(LabelSelector.service("absent"), CPU, both, 1);
        assertThat(ids(cut)).containsExactly("no-profile-service");
        assertThat(cut.warnings().get(0).message()).contains("'absent'").contains("services there: sample");
    }

    @Test
    void an_unknown_label_is_told_with_the_values_there_are() throws Exception {
        recorded.saying("/SelectMergeProfile", "neither", "{}");
        ProfileCut cut = cut(Recorded.arm("neither"), CPU, Recorded.BASELINE, 1);
        assertThat(ids(cut)).containsExactly("no-profile-series");
        assertThat(cut.warnings().get(0).message()).contains("arm='neither'").contains("baseline, candidate");
    }

    @Test
    void an_empty_window_is_told() throws Exception {
        recorded.without("/SelectMergeProfile").without("/SelectMergeStacktraces");
        Window before = Recorded.window(1795185448500L, 1795185548500L);
        ProfileCut cut = cut(Recorded.arm("baseline"), CPU, before, 1);
        assertThat(ids(cut)).containsExactly("no-profile");
        assertThat(cut.warnings().get(0).message())
                .contains("no cpu sample of {service_name=\"sample\",arm=\"baseline\"}");
    }

    @Test
    void wall_time_on_a_server_is_told_to_be_wrong_and_to_spoil_cpu() throws Exception {
        recorded.saying(
                        "/ProfileTypes",
                        "",
                        "{\"profileTypes\":[{\"ID\":\"" + Recorded.CPU.id()
                                + "\"},{\"ID\":\"wall:wall:nanoseconds:wall:nanoseconds\"}]}")
                .saying(
                        "/SelectMergeProfile",
                        "wall:wall",
                        new String(Recorded.bytes("select-merge-profile-baseline.json")))
                .saying("/SelectSeries", "wall:wall", new String(Recorded.bytes("select-series-baseline.json")));
        ProfileCut both = cut(
                Recorded.arm("baseline"), Set.of(ProfileEvent.CPU, ProfileEvent.WALL), Recorded.BASELINE, Double.NaN);
        assertThat(ids(both)).contains("profile-wall-scale", "profile-cpu-inflated");
        ProfileCut cpu = cut(Recorded.arm("baseline"), CPU, Recorded.BASELINE, Double.NaN);
        assertThat(ids(cpu)).contains("profile-cpu-inflated").doesNotContain("profile-wall-scale");
    }

    @Test
    void gaps_are_what_exceeds_the_usual_distance_of_pushes() {
        Window window = Recorded.window(0, 60_000);
        PyroscopeSource.PushTimes steady =
                PyroscopeSource.PushTimes.of(points(0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60), window);
        assertThat(steady).isEqualTo(new PyroscopeSource.PushTimes(5, 0));
        assertThat(PyroscopeSource.PushTimes.of(points(5, 10, 15, 35, 40, 45, 50, 55), window))
                .isEqualTo(new PyroscopeSource.PushTimes(5, 15));
        assertThat(PyroscopeSource.PushTimes.of(points(30, 35, 40), window))
                .isEqualTo(new PyroscopeSource.PushTimes(5, 25));
        assertThat(PyroscopeSource.PushTimes.of(points(5, 10), window).gap()).isNaN();
    }

    private static List<PyroscopeServer.Point> points(int... seconds) {
        return Arrays.stream(seconds)
                .mapToObj(second -> new PyroscopeServer.Point(Instant.ofEpochSecond(second), 1))
                .toList();
    }

    @Test
    void a_push_of_after_the_end_is_waited_for() throws Exception {
        Instant end = Recorded.CANDIDATE.end();
        AtomicInteger polls = new AtomicInteger();
        http.reply((exchange, asked) -> {
            boolean series = asked.uri().getPath().endsWith("/SelectSeries");
            // A step that ends with the end, or within a second of it, may hold what is of before only.
            long at = polls.get() < 2 ? end.toEpochMilli() : end.toEpochMilli() + 1000;
            String points = "{\"series\":[{\"points\":[{\"value\":1e7,\"timestamp\":\"" + at + "\"}]}]}";
            (series && polls.getAndIncrement() >= 0 ? json(points) : recorded).to(exchange, asked);
        });
        assertThat(source(end.plusSeconds(3)).awaitCovering(end, Duration.ofSeconds(50)))
                .isTrue();
        assertThat(polls).hasValue(3);
        assertThat(http.asked().get(1).body()).contains("\"start\":" + end.toEpochMilli(), "\"step\":1.0");
    }

    @Test
    void of_long_ago_nothing_is_waited_for() throws Exception {
        Instant end = Recorded.CANDIDATE.end();
        recorded.saying("/SelectSeries", "", "{}");
        assertThat(source(end.plusSeconds(3_600)).awaitCovering(end, Duration.ofDays(1)))
                .isFalse();
        assertThat(http.asked()).hasSize(2);
        assertThat(http.asked().get(1).body())
                .contains("\"end\":" + end.plusSeconds(300).toEpochMilli());
    }

    @Test
    void waiting_ends_with_its_limit_whatever_the_server_does() throws Exception {
        PyroscopeSource source = new PyroscopeSource(server, Recorded.SAMPLE, CPU);
        http.reply(HttpDouble.slowBytes());
        assertThat(source.awaitCovering(Instant.now(), Duration.ofMillis(300))).isFalse();
        http.reply(json("{}"));
        assertThat(source.awaitCovering(Instant.now(), Duration.ofMillis(300))).isFalse();
        http.reply(HttpDouble.says(500, "text/plain", "no"));
        assertThatThrownBy(() -> source.awaitCovering(Instant.now(), Duration.ofSeconds(30)))
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("status 500");
    }

    /** Looks again every millisecond, at a time that stands still. */
    private PyroscopeSource source(Instant now) {
        return new PyroscopeSource(
                server, Recorded.SAMPLE, CPU, Duration.ofMillis(1), Clock.fixed(now, ZoneOffset.UTC));
    }
}
