package dev.flamegate.containers.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.gate.Plans;
import dev.flamegate.model.Arm;
import dev.flamegate.plan.Plan;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.runtime.ProcessRuntime;
import dev.flamegate.runtime.RunningTarget;
import dev.flamegate.runtime.StartEnvironment;
import dev.flamegate.runtime.TargetRuntime;
import dev.flamegate.targets.Beside;
import dev.flamegate.targets.Owner;
import dev.flamegate.targets.TargetFailed;
import dev.flamegate.testing.Await;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Containers beside a target that is a plain process; skipped where there is no engine. */
@Tag("side-by-side")
@Timeout(300)
class BesideContainerIT {
    @TempDir
    Path folder;

    private Engine engine;
    private int volumes;
    private MeasurementPlan setup;
    private TargetRuntime runtime;
    private String service;

    @BeforeEach
    void find() throws IOException {
        engine = Docker.engine();
        volumes = Docker.volumes(engine);
        Path seed = Files.createDirectories(folder.resolve("seed"));
        Files.writeString(Files.createDirectories(seed.resolve("in/it")).resolve("rows"), "one row");
        Files.createDirectories(seed.resolve("empty"));
        Docker.jar(seed, TestService.class);
        service = "image: " + Docker.images().name(Images.Image.JRE) + ", port: 8080, data: seed, data-at: /seed";
    }

    @AfterEach
    void nothing_is_left() {
        if (runtime != null) {
            setup.children().close();
            runtime.close();
        }
        if (engine != null) {
            assertThat(Docker.left(engine, Owner.current())).isEmpty();
            assertThat(Docker.volumes(engine)).isEqualTo(volumes);
            engine.close();
        }
    }

    @Test
    void it_is_ready_before_the_target_starts_has_its_data_and_its_cpu_is_counted() throws Exception {
        PlacedTarget placed = open("db: {" + service + ", arguments: [java, -jar, /seed/TestService.jar, \"{port}\"],"
                + " environment: {GREETING: \"{arm}\"}, ready: {path: /up}, limits: {cpus: 0.5}}");

        try (StartEnvironment around = runtime.startEnvironment(placed, folder);
                RunningTarget target = runtime.start(placed, around, folder)) {
            Beside db = around.beside().get(0);
            assertThat(output(target)).isEqualTo(db.address());
            assertThat(get(db, "/file?/seed/in/it/rows")).isEqualTo("one row");
            assertThat(get(db, "/environment?GREETING")).isEqualTo("candidate");
            assertThat(get(db, "/processors")).as("by its limit").isEqualTo("1");
            assertThat(db.cpus()).isEqualTo(0.5);

            double before = db.cpuSeconds();
            get(db, "/burn?0.3");
            assertThat(db.cpuSeconds() - before).isGreaterThan(0.2);
            target.checkAlive();
        }
        assertThat(Docker.left(engine, Owner.current())).allMatch(left -> left.startsWith("network"));
        assertThat(Files.readString(folder.resolve("beside-db.log"))).contains("greeting candidate");
    }

    @Test
    void one_reaches_those_before_it_by_their_names() throws Exception {
        String java = ", arguments: [java, -jar, /seed/TestService.jar, \"{port}\"], ready: {path: /up}";
        PlacedTarget placed = open("db: {" + service + java + "}\n  proxy: {" + service + java
                + ", environment: {DB: \"http://{beside.db}/up\"}}");

        try (StartEnvironment around = runtime.startEnvironment(placed, folder)) {
            Beside proxy = around.beside().get(1);
            assertThat(get(proxy, "/environment?DB")).isEqualTo("http://db-candidate:8080/up");
            assertThat(get(proxy, "/get?http://db-candidate:8080/up")).isEqualTo("up");
        }
    }

    @Test
    void every_trial_finds_it_as_new_unless_it_serves_all() throws Exception {
        String runs =
                ", arguments: [sh, -c, \"cat /seed/in/it/rows; echo; echo more >>/seed/in/it/rows; touch /tmp/up; sleep 600\"]"
                        + ", ready: {command: [test, -e, /tmp/up]}";
        PlacedTarget placed = open("db: {" + service + runs + "}\n  cache: {" + service + runs + ", restart: once}");

        for (String trial : List.of("1", "2")) {
            runtime.startEnvironment(placed, Files.createDirectories(folder.resolve(trial)))
                    .close();
        }

        assertThat(Files.readString(folder.resolve("1/beside-db.log"))).isEqualTo("one row\n");
        assertThat(Files.readString(folder.resolve("2/beside-db.log"))).isEqualTo("one row\n");
        assertThat(folder.resolve("2/beside-cache.log")).doesNotExist();
        assertThat(Docker.left(engine, Owner.current()))
                .filteredOn(left -> left.startsWith("container"))
                .singleElement()
                .asString()
                .contains("beside-cache");
    }

    @Test
    void one_that_ends_or_does_not_get_ready_is_named_with_the_end_of_its_log() throws Exception {
        PlacedTarget ending = open("db: {" + service + ", arguments: [sh, -c, \"echo no license; exit 4\"]}");
        assertThatThrownBy(() -> runtime.startEnvironment(ending, folder))
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining("the beside-db (image")
                .hasMessageContaining("ended with exit code 4")
                .hasMessageContaining("no license");
        runtime.close();

        PlacedTarget deaf = open("db: {" + service + ", arguments: [sleep, 600], ready: {within: 2 s}}");
        assertThatThrownBy(() -> runtime.startEnvironment(deaf, folder))
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining("db beside the target was not ready within 2 s: ")
                .hasMessageContaining("accepts no connection");
        runtime.close();

        PlacedTarget never =
                open("db: {" + service + ", arguments: [sleep, 600], ready: {command: [test, -e, /x], within: 2 s}}");
        assertThatThrownBy(() -> runtime.startEnvironment(never, folder))
                .hasMessageContaining("test did not end with 0");
        runtime.close();

        PlacedTarget absent = open("db: {image: \"flamegate-test/none:1\", port: 80}");
        assertThatThrownBy(() -> runtime.startEnvironment(absent, folder))
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining("the image flamegate-test/none:1 is not on this machine");
    }

    @Test
    void one_that_goes_away_in_a_trial_explains_it() throws Exception {
        PlacedTarget placed = open("db: {" + service
                + ", arguments: [sh, -c, \"touch /tmp/up; while [ -e /tmp/up ]; do sleep 0.1; done; exit 9\"]"
                + ", ready: {command: [test, -e, /tmp/up]}}");

        try (StartEnvironment around = runtime.startEnvironment(placed, folder);
                RunningTarget target = runtime.start(placed, around, folder)) {
            target.checkAlive();
            String id = engine.client()
                    .listContainersCmd()
                    .withLabelFilter(List.of(Owner.LABEL + "=" + Owner.current().text()))
                    .exec()
                    .get(0)
                    .getId();
            engine.client().killContainerCmd(id).exec();
            engine.client().waitContainerCmd(id).start().awaitStatusCode();

            assertThatThrownBy(() -> Await.until("its failure", () -> {
                        target.checkAlive();
                        return false;
                    }))
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining("the beside-db (image")
                    .hasMessageContaining("was killed");
            assertThat(around.beside().get(0).cpuSeconds()).isNotNegative();
        }
    }

    @Test
    void its_content_is_that_of_the_image() throws Exception {
        open("db: {" + service + "}");

        assertThat(runtime.content(setup.plan().beside().get(0)))
                .isEqualTo(engine.imageId(Docker.images().name(Images.Image.JRE)));
    }

    private PlacedTarget open(String beside) {
        Plan plan = Plans.of("target: {command: [sh, -c, \"echo {beside.db}; sleep 600\"], port: 18083}\n"
                + "profile: {events: []}\nbeside:\n  " + beside + "\n");
        setup = Plans.setup(plan, folder);
        runtime = new ProcessRuntime(setup);
        return runtime.place(plan.target(), Arm.CANDIDATE, null);
    }

    private static String get(Beside one, String path) throws IOException, InterruptedException {
        return Docker.get(URI.create("http://" + one.address() + path));
    }

    private static String output(RunningTarget target) throws IOException, InterruptedException {
        Await.until("a line", () -> {
            target.checkAlive();
            return Files.readString(target.log()).endsWith("\n");
        });
        return Files.readString(target.log()).strip();
    }
}
