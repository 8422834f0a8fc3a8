package dev.flamegate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Window;
import dev.flamegate.os.ChildEnvironment;
import dev.flamegate.os.Children;
import dev.flamegate.os.Program;
import dev.flamegate.plan.LoadSpec;
import dev.flamegate.plan.LoadSpec.Results;
import dev.flamegate.testing.Await;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Load tools: a shell script that behaves like one, and the real ones where they are installed. */
class CommandLoadTest {
    private static final URI SERVICE = URI.create("http://127.0.0.1:9/");
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path folder;

    private Children children;

    @BeforeEach
    void note() throws IOException {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("WITHHELD_TOKEN", "s3cr3t");
        children = Children.in(folder.resolve("children"), ChildEnvironment.of(environment, List.of(), List.of()));
    }

    @AfterEach
    void end() {
        children.close();
    }

    @Test
    void the_tool_is_told_where_and_how_and_starts_only_when_its_load_is_to_begin() throws Exception {
        Path told = folder.resolve("told");
        try (CommandLoad load = load(
                Results.NONE,
                Map.of("rate", "40"),
                "sh",
                "-c",
                "echo \"$@\" > told; sleep 60",
                "tool",
                "{url}",
                "{rate}",
                "{seconds}",
                "${HOME}")) {
            load.awaitReady(LIMIT);
            assertThat(told).doesNotExist();
            load.go();
            Await.until("what it was told", () -> Files.exists(told) && Files.size(told) > 0);
            assertThat(told).content().isEqualTo("http://127.0.0.1:9 40 125 ${HOME}\n");
            load.check();
            load.stop(LIMIT);
        }
    }

    @Test
    void a_tool_gets_no_secrets_and_its_failure_says_so() throws Exception {
        try (CommandLoad load = load(Results.NONE, Map.of(), "sh", "-c", "echo \"<$WITHHELD_TOKEN>\"; exit 3")) {
            load.go();
            Await.until("what the command does", () -> {
                try {
                    load.check();
                    return false;
                } catch (LoadFailed e) {
                    return true;
                }
            });

            assertThatThrownBy(load::check)
                    .hasMessageContaining("<>")
                    .hasMessageContaining("WITHHELD_TOKEN")
                    .message()
                    .doesNotContain("s3cr3t");
        }
    }

    @Test
    void what_a_tool_writes_when_it_is_asked_to_end_is_read_too() throws Exception {
        String row = "$(date +%s%3N),2.5,GET /a,true,";
        try (CommandLoad load = load(
                Results.CSV,
                Map.of(),
                "sh",
                "-c",
                "echo start,millis,name,ok,message > \"$0\"; echo \"" + row + "\" >> \"$0\";"
                        + " trap 'echo \"$(date +%s%3N),1,GET /b,false,status 500\" >> \"$0\"; exit' TERM;"
                        + " while :; do sleep 0.1; done",
                "{results}")) {
            Instant begin = Instant.now().minusSeconds(1);
            load.go();
            load.awaitBegun(LIMIT);
            assertThat(load.progress()).isEqualTo(new LoadProgress(1, 0, -1));
            assertThat(load.progress().text()).isEqualTo("1 request");
            load.stop(LIMIT);

            LoadResult result = load.result(new Window(begin, Instant.now().plusSeconds(1)));

            assertThat(result.counted()).isTrue();
            assertThat(result.requests())
                    .extracting(RequestStats::name, RequestStats::ok, RequestStats::failed)
                    .containsExactly(tuple("GET /a", 1L, 0L), tuple("GET /b", 0L, 1L));
            assertThat(result.requests().get(0).latency().max()).isCloseTo(0.0025, within(5e-6));
            assertThat(result.failures()).singleElement().satisfies(failure -> {
                assertThat(failure.text()).isEqualTo("1 × GET /b: status 500");
            });
        }
    }

    @Test
    void requests_that_a_tool_does_not_note_are_the_services_to_count() throws Exception {
        try (CommandLoad load = load(Results.NONE, Map.of(), "sleep", "60")) {
            load.go();
            load.awaitBegun(LIMIT);
            assertThat(load.progress().text()).isEqualTo("requests are counted by the service");
            load.stop(LIMIT);
            Window window = new Window(Instant.now(), Instant.now().plusSeconds(3));

            assertThat(load.result(window).counted()).isFalse();
            assertThat(load.result(window).requests()).isEmpty();
            assertThat(load.result(window).series()).isNotEmpty();
        }
    }

    @Test
    void a_tool_that_ends_too_early_fails_with_the_end_of_its_output() throws Exception {
        try (CommandLoad load = load(Results.CSV, Map.of(), "sh", "-c", "echo 'no such script'; exit 7", "{results}")) {
            load.go();
            assertThatThrownBy(() -> load.awaitBegun(LIMIT))
                    .isInstanceOf(LoadFailed.class)
                    .hasMessageContaining("the load tool ended with status 7 before the measurement was over")
                    .hasMessageContaining("no such script")
                    .hasMessageContaining("let it run for {seconds}");
        }
    }

    @Test
    void a_tool_that_notes_nothing_fails_with_the_file_that_was_expected() throws Exception {
        try (CommandLoad load = load(Results.JTL, Map.of(), "sh", "-c", "sleep 60", "{results}")) {
            load.go();
            assertThatThrownBy(() -> load.awaitBegun(Duration.ZERO))
                    .isInstanceOf(LoadFailed.class)
                    .hasMessageContaining("has noted no request")
                    .hasMessageContaining("which does not exist");
        }
    }

    @Test
    void results_of_another_format_or_another_day_are_refused() throws Exception {
        String line = "echo start,millis,name,ok > \"$0\"; echo 5,1,a,true >> \"$0\"; sleep 60";
        try (CommandLoad load = load(Results.CSV, Map.of(), "sh", "-c", line, "{results}")) {
            load.go();
            load.awaitBegun(LIMIT);
            load.stop(LIMIT);
            assertThatThrownBy(() -> load.result(new Window(Instant.now(), Instant.now())))
                    .isInstanceOf(LoadFailed.class)
                    .hasMessageContaining("the results are not of this load: they go from 1970-01-01T00:00:00.005Z");
        }
        try (CommandLoad load = load(Results.JTL, Map.of(), "sh", "-c", line, "{results}")) {
            load.go();
            assertThatThrownBy(() -> load.awaitBegun(LIMIT))
                    .isInstanceOf(LoadFailed.class)
                    .hasMessageContaining("line 1: there is no column");
            load.stop(LIMIT);
            assertThatThrownBy(() -> load.result(new Window(Instant.now(), Instant.now())))
                    .isInstanceOf(LoadFailed.class)
                    .hasMessageContaining("line 1: there is no column \"timeStamp\"")
                    .hasMessageContaining("correct load.results in the plan");
        }
    }

    @Test
    void a_tool_that_is_not_installed_is_told_before_anything_starts() {
        assertThatThrownBy(() -> load(Results.NONE, Map.of(), "no-such-tool"))
                .isInstanceOf(LoadFailed.class)
                .hasMessageContaining("the load tool no-such-tool is not on the PATH");
        assertThatThrownBy(() -> load(Results.NONE, Map.of(), "./no-such-tool"))
                .isInstanceOf(LoadFailed.class)
                .hasMessageContaining("the load tool ./no-such-tool does not exist, or is not executable");
    }

    @Test
    void k6_is_driven_and_read() throws Exception {
        Files.writeString(folder.resolve("load.js"), """
                import http from 'k6/http';
                export const options = { vus: 2, duration: __ENV.SECONDS + 's' };
                export default function () { http.get(__ENV.BASE_URL + '/a?id=' + __ITER); }
                """);
        drive(
                Results.K6,
                "GET /a",
                "k6",
                "run",
                "-q",
                "--no-usage-report",
                "--out",
                "json={results}",
                "-e",
                "BASE_URL={url}",
                "-e",
                "SECONDS={seconds}",
                "load.js");
    }

    @Test
    void locust_is_driven_and_read() throws Exception {
        Files.writeString(folder.resolve("locustfile.py"), """
                from locust import HttpUser, task, constant
                class User(HttpUser):
                    wait_time = constant(0.05)
                    @task
                    def a(self): self.client.get("/a")
                """);
        drive(
                Results.LOCUST,
                "GET /a",
                "locust",
                "--headless",
                "-u",
                "2",
                "-r",
                "2",
                "-H",
                "{url}",
                "--csv",
                "{results}",
                "--csv-full-history");
    }

    @Test
    void jmeter_is_driven_and_read() throws Exception {
        Files.copy(Path.of("..", "examples", "load", "jmeter.jmx"), folder.resolve("load.jmx"));
        drive(
                Results.JTL,
                "GET /delay",
                "jmeter",
                "-n",
                "-t",
                "load.jmx",
                "-l",
                "{results}",
                "-j",
                "jmeter.log",
                "-Jurl={url}",
                "-Jseconds={seconds}");
    }

    @Test
    void wrk_is_driven_and_counts_nothing() throws Exception {
        assumeTrue(Program.find("wrk", System.getenv()).isPresent(), "wrk is not installed");
        try (TargetDouble target = new TargetDouble(2);
                CommandLoad load =
                        start(target.url(), Results.NONE, Map.of(), "wrk", "-t1", "-c2", "-d{seconds}s", "{url}/a")) {
            load.go();
            Await.until("requests", () -> target.requests() > 20);
            load.stop(LIMIT);
            assertThat(load.result(new Window(Instant.now(), Instant.now())).counted())
                    .isFalse();
        }
    }

    private void drive(Results format, String name, String... words) throws Exception {
        assumeTrue(Program.find(words[0], System.getenv()).isPresent(), words[0] + " is not installed");
        try (TargetDouble target = new TargetDouble(2);
                CommandLoad load = start(target.url(), format, Map.of(), words)) {
            load.go();
            load.awaitBegun(LIMIT);
            Instant begin = Instant.now();
            long before = target.requests();
            Await.until(
                    "what the command does",
                    () -> target.requests() > before + 20 && Instant.now().isAfter(begin.plusSeconds(3)));
            Instant end = Instant.now();
            load.check();
            load.stop(LIMIT);

            LoadResult result = load.result(new Window(begin, end));

            assertThat(result.requests()).first().satisfies(stats -> {
                assertThat(stats.name()).isEqualTo(name);
                assertThat(stats.failed()).isZero();
                assertThat(stats.ok()).isBetween(5L, target.requests());
            });
            assertThat(load.cpuSeconds()).isPresent();
        }
    }

    private CommandLoad load(Results results, Map<String, String> properties, String... words) {
        return start(SERVICE, results, properties, words);
    }

    private CommandLoad start(URI url, Results results, Map<String, String> properties, String... words) {
        LoadSpec spec = new LoadSpec(
                "",
                List.of(),
                properties,
                new LoadSpec.Command(List.of(words), results),
                1,
                null,
                new LoadSpec.WarmUpBounds(Duration.ofSeconds(1), Duration.ofSeconds(2), 1),
                Duration.ofSeconds(3));
        return new LoadCommand(spec, LoadSpec.Share.ALL, folder, List.of(), children)
                .start(url, folder.resolve("work"));
    }
}
