package dev.flamegate.search.night;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.gate.ExitCode;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.runtime.Progress;
import dev.flamegate.search.night.Runner.Done;
import dev.flamegate.search.night.ServiceNight.Status;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class NightTest {
    private static final String GOOD = "1".repeat(40);
    private static final String NEWEST = "2".repeat(40);
    private static final String EARLIER = "3".repeat(40);
    private static final String FOUND = """
            {"ending": "found", "message": "it is 4444", "suspects": [{"commit": "4444", "subject": "Cache it"}]}
            """;

    private final AtomicLong nanos = new AtomicLong();
    private final List<String> started = Collections.synchronizedList(new ArrayList<>());
    private final Said said = new Said();

    /** What people are told. */
    private static final class Said implements Progress {
        final List<String> notes = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void stage(String stage, Duration left) {}

        @Override
        public void detail(String detail) {}

        @Override
        public void note(String message) {
            notes.add(message);
        }

        @Override
        public void warn(String message) {
            notes.add("warning: " + message);
        }
    }

    @Test
    void the_riskiest_comes_first_and_a_search_before_the_next_comparison() throws InterruptedException {
        NightReport night = night(
                1,
                Duration.ofHours(8),
                Map.of("basket", "FAIL", "shop", "PASS", "users", "PASS"),
                service("shop", 1, null, null, false),
                service("basket", 9, null, null, false),
                service("users", 5, null, null, false));

        assertThat(started)
                .containsExactly("comparing basket", "searching basket " + NEWEST, "comparing users", "comparing shop");
        assertThat(night.services()).extracting(ServiceNight::name).containsExactly("basket", "users", "shop");
        assertThat(night.comparisons()).isEqualTo(3);
        assertThat(night.searches()).isEqualTo(1);
        assertThat(night.services().get(0).found().orElseThrow().subject()).isEqualTo("Cache it");
        assertThat(Night.exitCode(night, false)).isEqualTo(ExitCode.FAIL);
    }

    @Test
    void an_unchanged_build_is_compared_with_itself_last_and_decides_nothing_of_its_service()
            throws InterruptedException {
        NightReport night = night(
                1,
                Duration.ofHours(8),
                Map.of("checked", "PASS", "users", "PASS"),
                service("checked", 9, null, null, false),
                service("users", 5, null, null, false));

        assertThat(started).containsExactly("comparing checked", "comparing users", "comparing the unchanged checked");
        assertThat(night.services()).extracting(ServiceNight::verdict).containsExactly(Verdict.PASS, Verdict.PASS);
        assertThat(said.notes).containsExactly("checked, the unchanged build: PASS");
        assertThat(new Work(Work.Kind.SENTINEL, "users", Path.of("p"), GOOD, GOOD, Duration.ofMinutes(1)).words())
                .contains("--baseline=git:" + GOOD, "--candidate=git:" + GOOD, "--tag=sentinel=1111111111");
    }

    @Test
    void only_changes_of_state_are_told() throws InterruptedException {
        night(
                1,
                Duration.ofHours(8),
                Map.of("broke", "FAIL", "mended", "PASS", "still", "FAIL", "well", "WARN"),
                service("broke", 4, null, null, false),
                service("mended", 3, null, null, true),
                service("still", 2, EARLIER, null, true),
                service("well", 1, null, null, false));

        assertThat(said.notes)
                .containsExactly(
                        "broke is bad: because of FAIL (7 commits since 1111111111)",
                        "broke is bad since 4444 (Cache it)",
                        "mended is good again: because of PASS (7 commits since 1111111111)");
    }

    @Test
    void a_search_goes_on_with_the_range_of_the_night_that_began_it() throws InterruptedException {
        night(1, Duration.ofHours(8), Map.of("shop", "FAIL"), service("shop", 1, EARLIER, null, true));

        assertThat(started).containsExactly("comparing shop", "searching shop " + EARLIER);
    }

    @Test
    void what_an_ended_night_has_compared_is_not_compared_again() throws InterruptedException {
        NightReport night = night(1, Duration.ofHours(8), Map.of(), service("shop", 1, NEWEST, Verdict.FAIL, true));

        assertThat(started).containsExactly("searching shop " + NEWEST);
        assertThat(night.services().get(0).verdict()).isEqualTo(Verdict.FAIL);
    }

    /** A log can contain anything: the service and the cluster print into it beside the Job. */
    @Test
    void a_verdict_without_the_exit_code_that_it_has_is_none() throws InterruptedException {
        Map<String, Integer> codes = Map.of("forged", 1, "killed", 137, "passed", 0);
        Runner runner = work -> new Done(
                codes.getOrDefault(work.name(), 3), JsonMapper.shared().readTree("{\"verdict\": \"PASS\"}"), "");

        NightReport night = night(1, Duration.ofHours(8), runner)
                .run(
                        List.of(
                                service("forged", 3, null, null, false),
                                service("killed", 2, null, null, false),
                                service("passed", 1, null, null, false)),
                        List.of());

        assertThat(night.services())
                .extracting(ServiceNight::status)
                .containsExactly(Status.NOT_MEASURED, Status.NOT_MEASURED, Status.DECIDED);
        assertThat(Night.exitCode(night, false)).isEqualTo(ExitCode.NOT_MEASURED);
    }

    @Test
    void nothing_is_started_that_does_not_fit_into_the_budget() throws InterruptedException {
        NightReport night = night(
                1,
                Duration.ofMinutes(35),
                Map.of("first", "PASS", "second", "FAIL", "third", "PASS"),
                service("first", 3, null, null, false),
                service("second", 2, null, null, false),
                service("third", 1, null, null, false));

        // A comparison takes 15 minutes and may take 12: after two of them, neither a third nor a search fits.
        assertThat(started).containsExactly("comparing first", "comparing second");
        assertThat(night.services())
                .extracting(ServiceNight::status)
                .containsExactly(Status.DECIDED, Status.DECIDED, Status.LEFT);
        assertThat(night.services().get(1).culprit()).isNotNull();
        assertThat(night.services().get(1).culprit().ending()).isEqualTo("left");
    }

    @Test
    void a_service_that_cannot_be_measured_stops_no_other() throws InterruptedException {
        NightReport night = night(
                1,
                Duration.ofHours(8),
                Map.of("shop", "PASS"),
                service("broken", 2, null, null, false),
                service("shop", 1, null, null, false));

        assertThat(night.services())
                .extracting(ServiceNight::status)
                .containsExactly(Status.NOT_MEASURED, Status.DECIDED);
        assertThat(night.services().get(0).because()).isEqualTo("the build failed");
        assertThat(Night.exitCode(night, false)).isEqualTo(ExitCode.NOT_MEASURED);
    }

    @Test
    void doubt_and_what_is_left_fail_only_if_wanted() throws InterruptedException {
        NightReport night =
                night(1, Duration.ofHours(8), Map.of("shop", "INCONCLUSIVE"), service("shop", 1, null, null, false));

        assertThat(Night.exitCode(night, false)).isEqualTo(ExitCode.OK);
        assertThat(Night.exitCode(night, true)).isEqualTo(ExitCode.INCONCLUSIVE);
    }

    @Test
    void slots_work_at_the_same_time() throws InterruptedException {
        CountDownLatch both = new CountDownLatch(2);
        Runner runner = work -> {
            both.countDown();
            both.await();
            return new Done(0, JsonMapper.shared().readTree("{\"verdict\": \"PASS\"}"), "");
        };

        NightReport night = night(2, Duration.ofHours(1), runner)
                .run(List.of(service("one", 1, null, null, false), service("two", 2, null, null, false)), List.of());

        assertThat(night.services()).allMatch(ServiceNight::isGood);
    }

    @Test
    void an_interrupt_ends_the_night() {
        Thread waiting = Thread.currentThread();
        Runner runner = work -> {
            waiting.interrupt();
            Thread.sleep(Duration.ofMinutes(10).toMillis());
            throw new AssertionError("not interrupted");
        };

        assertThatThrownBy(() -> night(1, Duration.ofHours(1), runner)
                        .run(List.of(service("shop", 1, null, null, false)), List.of()))
                .isInstanceOf(InterruptedException.class);
    }

    @Test
    void a_result_is_found_in_the_log_of_a_job() {
        assertThat(Jobs.json("warning: no perf\n{\n  \"verdict\" : \"PASS\"\n}\nwarning: not shared\n")
                        .orElseThrow()
                        .path("verdict")
                        .asString())
                .isEqualTo("PASS");
        assertThat(Jobs.json("flamegate: killed\n")).isEmpty();
        assertThat(Jobs.json("{\n  \"verdict\" :\n}\n")).isEmpty();
    }

    private NightReport night(int slots, Duration budget, Map<String, String> verdicts, Night.Service... services)
            throws InterruptedException {
        Runner runner = work -> {
            boolean isSearch = work.kind() == Work.Kind.BISECT;
            started.add(work.text() + (isSearch ? " " + work.bad() : ""));
            nanos.addAndGet(Duration.ofMinutes(15).toNanos());
            String verdict = verdicts.get(work.name());
            String json = isSearch
                    ? FOUND
                    : verdict == null
                            ? "{\"exitCode\": 3, \"error\": \"the build failed\"}"
                            : "{\"verdict\": \"" + verdict + "\", \"headline\": \"because of " + verdict + "\"}";
            int code = verdict == null || isSearch ? 3 : ExitCode.of(Verdict.valueOf(verdict), false);
            return new Done(code, JsonMapper.shared().readTree(json), "");
        };
        return night(slots, budget, runner).run(List.of(services), List.of());
    }

    /** A night in which the build of the service with this name is compared with itself. */
    private Night night(int slots, Duration budget, Runner runner) {
        return new Night(slots, budget, Duration.ofHours(1), runner, said, nanos::get, name -> name.equals("checked"));
    }

    private static Night.Service service(
            String name, double risk, @Nullable String bad, @Nullable Verdict decided, boolean wasBad) {
        return new Night.Service(
                name,
                Path.of(name, "flamegate.yaml"),
                Duration.ofMinutes(12),
                new NightProgress(GOOD, NEWEST, bad, decided, 7, 100, Optional.empty(), 0, 0, wasBad),
                risk);
    }
}
