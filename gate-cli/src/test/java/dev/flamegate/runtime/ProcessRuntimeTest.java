package dev.flamegate.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.gate.Plans;
import dev.flamegate.model.Arm;
import dev.flamegate.os.OwnFolders;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.TargetFailed;
import dev.flamegate.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessRuntimeTest {
    private static final String PLAN = """
            target:
              command: [sh, -c, "echo {arm} {port} {port:admin} {work}; cat {work}/rows; echo more >>{work}/rows; echo end; sleep 600"]
              port: 18080
              data: seed
              ready: {port: "{port:admin}"}
              metrics: {path: /metrics, port: "{port:admin}"}
            profile: {events: []}
            """;

    @TempDir
    Path folder;

    private MeasurementPlan setup;

    @AfterEach
    void end() {
        if (setup != null) {
            setup.children().close();
        }
    }

    @Test
    void each_arm_gets_ports_of_its_own_and_its_name() {
        TargetRuntime runtime = runtime();

        PlacedTarget baseline = place(runtime, Arm.BASELINE);
        PlacedTarget candidate = place(runtime, Arm.CANDIDATE);

        List<String> here = words(baseline);
        List<String> there = words(candidate);
        assertThat(here).startsWith("echo", "baseline", "18080").contains("{work}");
        assertThat(there).startsWith("echo", "candidate");
        assertThat(Set.of(here.get(2), here.get(3), there.get(2), there.get(3))).hasSize(4);
        assertThat(baseline.spec().ready().port()).isEqualTo(here.get(3));
        assertThat(candidate.at(candidate.spec().metrics().port())).hasToString("http://127.0.0.1:" + there.get(3));
    }

    @Test
    void the_jars_of_a_comparison_run_from_a_place_of_their_own_and_a_single_one_from_its_own() throws Exception {
        Files.writeString(folder.resolve("shop.jar"), "shop");
        TargetSpec shop = Plans.of("target: {jar: shop.jar}").target();
        Path place;
        try (TargetRuntime runtime = runtime()) {
            assertThat(runtime.place(shop, Arm.CANDIDATE, null).spec().jar()).isEqualTo("shop.jar");
            place = Path.of(String.valueOf(runtime.place(shop, Arm.CANDIDATE, ArmSpec.ofTarget())
                    .spec()
                    .jar()));
            assertThat(place).hasContent("shop").isNotEqualTo(folder.resolve("shop.jar"));
        }
        assertThat(place).doesNotExist();
        assertThat(folder.resolve("shop.jar")).hasContent("shop");
    }

    @Test
    void every_start_gets_a_fresh_copy_of_the_data_that_is_deleted_with_it() throws Exception {
        Files.createDirectories(folder.resolve("seed"));
        Files.writeString(folder.resolve("seed/rows"), "one row\n");
        TargetRuntime runtime = runtime();
        PlacedTarget placed = place(runtime, Arm.CANDIDATE);
        Path logs = Files.createDirectories(folder.resolve("logs"));

        String first = started(runtime, placed, logs);
        String second = started(runtime, placed, logs);

        assertThat(first).endsWith("one row\nend\n").doesNotContain("{work}");
        assertThat(second).endsWith("one row\nend\n").isNotEqualTo(first);
        assertThat(folder.resolve(".flamegate/work")).isEmptyDirectory();
    }

    @Test
    void commands_around_a_start_get_what_the_target_gets() throws Exception {
        Files.createDirectories(folder.resolve("seed"));
        TargetRuntime runtime = runtime();
        PlacedTarget placed = place(runtime, Arm.CANDIDATE);

        try (StartEnvironment around = runtime.startEnvironment(placed, folder)) {
            Map<String, String> values = placed.values().and(around.values()).values();

            List<String> words = words(placed);
            assertThat(values)
                    .containsEntry("{arm}", "candidate")
                    .containsEntry("{port}", words.get(2))
                    .containsEntry("{port:admin}", words.get(3))
                    .containsEntry("{url}", "http://127.0.0.1:" + words.get(2));
            assertThat(Path.of(values.get("{work}"))).isDirectory();
        }
    }

    @Test
    void a_command_around_a_start_can_have_a_folder_that_the_target_does_not_know() throws Exception {
        setup = Plans.setup(
                Plans.of("target: {command: sleep 600}\nprofile: {events: []}\nbefore: {trial: [touch, '{work}/x']}"),
                folder);
        TargetRuntime runtime = new ProcessRuntime(setup);
        PlacedTarget placed = runtime.place(setup.plan().target(), Arm.CANDIDATE, null);

        try (StartEnvironment around = runtime.startEnvironment(placed, folder)) {
            assertThat(around.values().values()).containsKey("{work}");
        }
        assertThat(folder.resolve(".flamegate/work")).isEmptyDirectory();
    }

    @Test
    void without_its_data_nothing_is_started() {
        TargetRuntime runtime = runtime();
        PlacedTarget placed = place(runtime, Arm.CANDIDATE);

        assertThatThrownBy(() -> runtime.startEnvironment(placed, folder))
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining("correct target: data: seed");
        assertThat(folder.resolve(".flamegate/work")).isEmptyDirectory();
    }

    @Test
    void what_a_killed_gate_left_is_deleted() throws Exception {
        Files.createDirectories(folder.resolve("seed"));
        Files.writeString(folder.resolve("seed/rows"), "");
        Path ours = OwnFolders.create(folder.resolve(".flamegate/work"));
        String ofNoProcess = String.valueOf(ours.getFileName()).replaceFirst("-\\d+-", "-999999999-");
        Path left = Files.move(ours, ours.resolveSibling(ofNoProcess));
        Files.writeString(left.resolve("db"), "");
        TargetRuntime runtime = runtime();

        started(runtime, place(runtime, Arm.CANDIDATE), folder);

        assertThat(left).doesNotExist();
    }

    @Test
    void what_a_command_runs_is_part_of_its_identity() throws Exception {
        Files.createDirectories(folder.resolve("bin"));
        Files.createDirectories(folder.resolve("lib"));
        Files.writeString(folder.resolve("bin/shop"), "#!/bin/sh\n");
        Files.writeString(folder.resolve("lib/a.jar"), "one");
        TargetSpec command = Plans.of("target: {command: bin/shop}").target();
        String identity = runtime().identity(command);

        Files.writeString(folder.resolve("lib/a.jar"), "two");

        assertThat(runtime().identity(command)).startsWith("bin/shop ").isNotEqualTo(identity);
    }

    /** Starts it, waits for all that it prints, and ends it. */
    private static String started(TargetRuntime runtime, PlacedTarget placed, Path logs)
            throws IOException, InterruptedException {
        try (StartEnvironment around = runtime.startEnvironment(placed, logs);
                RunningTarget target = runtime.start(placed, around, logs)) {
            Path log = logs.resolve("target.log");
            Await.until("the last line", () -> {
                target.checkAlive();
                return Files.readString(log).endsWith("end\n");
            });
            return Files.readString(log);
        }
    }

    private TargetRuntime runtime() {
        Plan plan = Plans.of(PLAN);
        setup = Plans.setup(plan, folder);
        return new ProcessRuntime(setup);
    }

    private static PlacedTarget place(TargetRuntime runtime, Arm arm) {
        return runtime.place(Plans.of(PLAN).target(), arm, ArmSpec.ofTarget());
    }

    private static List<String> words(PlacedTarget placed) {
        return Stream.of(placed.spec().command().get(2).split(";")[0].split(" "))
                .toList();
    }
}
