package dev.flamegate.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.gate.Plans;
import dev.flamegate.model.Arm;
import dev.flamegate.targets.Beside;
import dev.flamegate.targets.TargetFailed;
import dev.flamegate.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs beside a target: shell scripts that are ready when a file is there, and a service of the Java launcher. */
class BesideProgramsTest {
    private static final String TARGET =
            "target: {command: [sh, -c, \"echo {beside.db}; sleep 600\"], port: 18081}\n" + "profile: {events: []}\n";
    private static final String READY = ", ready: {command: [test, -e, \"{work}/ready\"], within: 60 s}";

    @TempDir
    Path folder;

    private MeasurementPlan setup;
    private TargetRuntime runtime;

    @BeforeEach
    void makeData() throws IOException {
        Files.createDirectories(folder.resolve("seed"));
        Files.writeString(folder.resolve("seed/rows"), "one row\n");
    }

    @AfterEach
    void end() {
        if (setup != null) {
            setup.children().close();
            runtime.close();
        }
    }

    @Test
    void it_is_ready_before_the_target_starts_and_the_target_gets_its_address() throws Exception {
        open("db: {command: [sh, -c, \"sleep 0.2; echo {port} >{work}/ready; sleep 600\"]" + READY + "}");

        try (Started started = start("1")) {
            Beside db = started.around().beside().get(0);
            assertThat(output(started.target())).isEqualTo(db.address()).startsWith("127.0.0.1:");
            assertThat(db.name()).isEqualTo("db");
        }
    }

    @Test
    void every_trial_finds_it_as_new_unless_it_serves_all() throws Exception {
        String writes =
                "command: [sh, -c, \"cat {work}/rows; echo more >>{work}/rows; touch {work}/ready; echo {port}; sleep 600\"]"
                        + ", data: seed" + READY;
        open("db: {" + writes + "}\n  cache: {" + writes + ", restart: once}");

        List<String> first = addresses("1");
        List<String> second = addresses("2");

        assertThat(second.get(0)).isNotEqualTo(first.get(0));
        assertThat(second.get(1)).as("one start for all of an arm").isEqualTo(first.get(1));
        assertThat(Files.readString(folder.resolve("1/beside-db.log")))
                .startsWith("one row")
                .doesNotContain("more");
        assertThat(Files.readString(folder.resolve("2/beside-db.log")))
                .startsWith("one row")
                .doesNotContain("more");
        assertThat(folder.resolve("2/beside-cache.log")).doesNotExist();
        assertThat(work()).as("that of the cache").hasSize(1);

        runtime.close();
        assertThat(work()).isEmpty();
    }

    @Test
    void one_reaches_those_before_it() throws Exception {
        open("db: {command: [sh, -c, \"touch {work}/ready; echo {port}; sleep 600\"]" + READY + "}\n"
                + "  proxy: {command: [sh, -c, \"echo {port} to {beside.db} of {arm}; touch {work}/ready; sleep 600\"]"
                + READY
                + "}");

        try (Started started = start("1")) {
            assertThat(Files.readString(folder.resolve("1/beside-proxy.log")))
                    .endsWith(" to " + started.around().beside().get(0).address() + " of candidate\n");
        }
    }

    @Test
    void one_that_ends_or_does_not_get_ready_is_named_and_nothing_is_left_running() throws Exception {
        open("db: {command: [sh, -c, \"touch {work}/ready; echo {port}; sleep 600\"]" + READY + "}\n"
                + "  queue: {command: [sh, -c, \"echo no license {port}; exit 4\"]}");

        assertThatThrownBy(() -> start("1"))
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining("queue beside the target ended with exit code 4")
                .hasMessageContaining("no license");
        assertThat(running()).isEmpty();
        assertThat(work()).isEmpty();
        end();

        open("db: {command: [sh, -c, \"echo half of it on {port}; sleep 600\"], ready: {within: 1 s}}");
        assertThatThrownBy(() -> start("2"))
                .hasMessageContaining("db beside the target was not ready within 1 s: 127.0.0.1:")
                .hasMessageContaining("accepts no connection")
                .hasMessageContaining("half of it on");
        assertThat(running()).isEmpty();
    }

    @Test
    void one_that_goes_away_in_a_trial_explains_it() throws Exception {
        open(
                "db: {command: [sh, -c, \"touch {work}/ready; echo {port}; while [ -e {work}/ready ]; do sleep 0.05; done; exit 9\"]"
                        + READY + "}");

        try (Started started = start("1")) {
            RunningTarget target = started.target();
            target.checkAlive();
            try (Stream<Path> files = Files.walk(folder.resolve(".flamegate/work"))) {
                Files.delete(
                        files.filter(file -> file.endsWith("ready")).findFirst().orElseThrow());
            }
            Await.until("its end", () -> running().stream().noneMatch(command -> command.contains("ready")));
            assertThatThrownBy(target::checkAlive).hasMessageContaining("db beside the target ended with exit code 9");
        }
    }

    @Test
    void its_cpu_is_counted_with_that_of_its_children_alive_or_not() throws Exception {
        String burn = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        open("db: {command: [sh, -c, \"echo {port}; sh -c '" + burn + "'; touch {work}/ready; " + burn
                + "; touch {work}/burnt; sleep 600\"], limits: {cpus: 1.5}" + READY + "}");

        try (Started started = start("1")) {
            Beside db = started.around().beside().get(0);
            double ofEndedChild = db.cpuSeconds();
            Await.until("CPU used", () -> work().stream().anyMatch(file -> Files.exists(file.resolve("burnt"))));
            assertThat(ofEndedChild).isPositive();
            assertThat(db.cpuSeconds()).isGreaterThan(ofEndedChild);
            assertThat(db.cpus()).isEqualTo(1.5);
        }
    }

    private void open(String beside) {
        setup = Plans.setup(Plans.of(TARGET + "beside:\n  " + beside + "\n"), folder);
        runtime = new ProcessRuntime(setup);
    }

    /** A target with what stands beside it. */
    private record Started(StartEnvironment around, RunningTarget target) implements AutoCloseable {
        @Override
        public void close() {
            target.close();
            around.close();
        }
    }

    private Started start(String logs) throws IOException, InterruptedException {
        Path place = Files.createDirectories(folder.resolve(logs));
        PlacedTarget placed = runtime.place(setup.plan().target(), Arm.CANDIDATE, null);
        StartEnvironment around = runtime.startEnvironment(placed, place);
        return new Started(around, runtime.start(placed, around, place));
    }

    private List<String> addresses(String logs) throws IOException, InterruptedException {
        try (Started started = start(logs)) {
            return started.around().beside().stream().map(Beside::address).toList();
        }
    }

    private static String output(RunningTarget target) throws IOException, InterruptedException {
        Await.until("a line", () -> {
            target.checkAlive();
            return Files.readString(target.log()).endsWith("\n");
        });
        return Files.readString(target.log()).strip();
    }

    private List<Path> work() throws IOException {
        Path all = folder.resolve(".flamegate/work");
        if (!Files.exists(all)) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(all)) {
            return folders.toList();
        }
    }

    /** The command lines of what this test has started and is still running. */
    private static List<String> running() {
        return ProcessHandle.current()
                .descendants()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(command -> command.contains("sleep 600") || command.contains("ready"))
                .toList();
    }
}
