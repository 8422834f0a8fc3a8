package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.flamegate.gate.measure.ArmFailed;
import dev.flamegate.gate.measure.Hooks;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.plan.yaml.Source;
import dev.flamegate.report.GateReport;
import dev.flamegate.runtime.Installation;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hooks around a run and a comparison, on a machine where nothing else runs: what happens in which order. */
class HookedMeasurementTest {
    private static final String PLAN = """
            service: shop
            target: {jar: a.jar, environment: {PORT: "{port}"}}
            load: {simulation: shop.Checkout, warm-up: {at-least: 5 s, at-most: 30 s}, measure: 10 s}
            profile: {events: []}
            trials: 1
            """;
    private static final String HOOKS = """
            before:
              once: [sh, -c, "echo before.once >>events"]
              trial: [sh, -c, "echo before.trial {arm} {port} >>events"]
              block: [sh, -c, "echo before.block {url} >>events"]
            after:
              once: [sh, -c, "echo after.once >>events"]
              trial: [sh, -c, "echo after.trial {arm} >>events"]
              block: [sh, -c, "echo after.block {arm} >>events"]
            """;
    private static final String RULES = """
            version: 1
            rules:
              - id: cpu
                indicator: cpu.per-request
                must: "< 8 ms"
              - id: cpu-growth
                indicator: cpu.per-request
                must: "< 10% growth vs baseline"
                applies: compare
            """;

    @TempDir
    Path folder;

    private final FakeMachine machine = new FakeMachine();
    private final Plans.Noted progress = new Plans.Noted();

    @BeforeEach
    void noteWhatHappens() throws IOException {
        Files.writeString(folder.resolve("a.jar"), "one");
        machine.events = this::note;
        progress.onStage = stage -> {
            if (stage.endsWith("measuring")
                    && !events().get(events().size() - 1).equals("measuring")) {
                note("measuring");
            }
        };
    }

    @Test
    void in_a_run_each_has_its_place_and_none_finds_the_target_under_load() throws Exception {
        GateReport report = run(HOOKS);

        assertThat(events())
                .containsExactly(
                        "before.once",
                        "before.trial candidate 8081",
                        "CANDIDATE target started",
                        "CANDIDATE load started",
                        "CANDIDATE load on",
                        "CANDIDATE load off",
                        "before.block http://127.0.0.1:8081",
                        "CANDIDATE load on",
                        "measuring",
                        "CANDIDATE load off",
                        "after.block candidate",
                        "CANDIDATE target ended",
                        "CANDIDATE load ended",
                        "after.trial candidate",
                        "runtime closed",
                        "after.once");
        assertThat(report.run().trials().get(0).measuredSeconds()).isEqualTo(10);
        assertThat(report.run().trials().get(0).seconds()).containsKey("hooks");
        assertThat(folder.resolve("report/logs/hooks.log")).content().contains("before.once", "after.once");
        assertThat(folder.resolve("report/logs/trial-1/hooks.log")).content().contains("before.trial", "after.block");
    }

    @Test
    void a_run_without_hooks_of_blocks_keeps_its_load_on() throws Exception {
        run(HOOKS.replaceAll("(?m)^  block.*\\n", ""));

        assertThat(events().stream().filter("CANDIDATE load on"::equals)).hasSize(1);
    }

    @Test
    void in_a_comparison_both_arms_and_every_block_have_theirs() throws Exception {
        compare(HOOKS);

        List<String> events = events();
        assertThat(events).startsWith("before.once").endsWith("runtime closed", "after.once");
        for (String arm : List.of("BASELINE", "CANDIDATE")) {
            String name = arm.toLowerCase(Locale.ROOT);
            String port = arm.equals("BASELINE") ? "8080" : "8081";
            assertThat(events)
                    .containsSubsequence(
                            "before.trial " + name + " " + port,
                            arm + " target started",
                            arm + " target ended",
                            "after.trial " + name);
            List<Integer> blocks = new ArrayList<>();
            for (int i = 0; i < events.size(); i++) {
                if (events.get(i).equals("before.block http://127.0.0.1:" + port)) {
                    blocks.add(i);
                    assertThat(events.subList(i + 1, i + 5))
                            .containsExactly(arm + " load on", "measuring", arm + " load off", "after.block " + name);
                }
            }
            assertThat(blocks).hasSize(2);
        }
        assertThat(events.stream().filter("measuring"::equals)).hasSize(4);
        assertThat(events.stream()
                        .filter(event -> event.startsWith("before.trial") || event.endsWith("target started"))
                        .map(event -> event.replaceAll("^(before|\\w+ target).*", "$1")
                                .replaceAll("^\\w+ ", "")))
                .as("what the arms need is ready before either starts")
                .containsExactly("before", "before", "target", "target");
    }

    @Test
    void a_comparison_that_is_decided_runs_none() throws Exception {
        compareUntilDecided(HOOKS);
        Files.delete(folder.resolve("events"));

        compareUntilDecided(HOOKS);

        assertThat(events()).containsExactly("runtime closed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"before.once", "before.trial", "before.block", "after.block", "after.trial", "after.once"})
    void one_that_fails_ends_the_run_after_those_that_clean_up(String failing) throws Exception {
        Throwable thrown = catchThrowable(() -> run(failing(failing)));

        assertThat(thrown)
                .isInstanceOf(Hooks.Failed.class)
                .hasMessageContaining("the hook " + failing + " ended with exit code 7");
        assertThat(Unmeasured.is((Exception) thrown)).as("exit code 3").isTrue();

        String part = failing.substring(failing.indexOf('.') + 1);
        List<String> parts = List.of("once", "trial", "block");
        for (String entered : parts.subList(0, parts.indexOf(part) + 1)) {
            assertThat(events()).anyMatch(event -> event.startsWith("after." + entered));
        }
        assertThat(events().stream().filter(event -> !event.equals("runtime closed")))
                .endsWith("after.once");
        assertThat(machine.running).isEmpty();
        assertThat(history().list()).isEmpty();
    }

    @Test
    void one_that_fails_in_a_comparison_names_the_arm() throws Exception {
        assertThatThrownBy(() -> compare(failing("before.block")))
                .isInstanceOf(ArmFailed.class)
                .hasMessageMatching("(?s)the (baseline|candidate): the hook before.block ended with exit code 7.*");
        assertThatThrownBy(() -> compare(failing("before.trial")))
                .isInstanceOf(ArmFailed.class)
                .hasMessageMatching("(?s)the (baseline|candidate): the hook before.trial ended with exit code 7.*");
        assertThat(machine.running).isEmpty();
    }

    @Test
    void what_fails_first_is_reported_and_those_that_clean_up_run_and_do_not_hide_it() throws Exception {
        machine.onReady((arm, start) -> {
            throw new TargetFailed("it exited with 1");
        });

        Throwable thrown = catchThrowable(() -> run(failing("after.trial")));

        assertThat(thrown).isInstanceOf(TargetFailed.class).hasMessage("it exited with 1");
        assertThat(thrown.getSuppressed())
                .singleElement()
                .satisfies(
                        later -> assertThat(later).hasMessageContaining("the hook after.trial ended with exit code 7"));
        assertThat(events()).containsSubsequence("after.trial candidate", "runtime closed", "after.once");
        assertThat(events()).noneMatch(event -> event.contains("block"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"starting", "warming up", "running hooks", "measuring", "collecting"})
    void an_interrupt_in_any_stage_leaves_those_that_clean_up_to_run(String stage) throws Exception {
        progress.onStage = now -> {
            if (now.equals("trial 1 of 1: " + stage)) {
                Thread.currentThread().interrupt();
            }
        };

        assertThatThrownBy(() -> run(HOOKS)).isInstanceOf(InterruptedException.class);

        assertThat(events()).endsWith("after.trial candidate", "runtime closed", "after.once");
        assertThat(machine.running).isEmpty();
        assertThat(history().list()).isEmpty();
    }

    @Test
    void their_words_are_part_of_the_fingerprint_and_of_the_key_of_a_comparison() throws Exception {
        compare(HOOKS);
        String other = HOOKS.replace("before.trial", "before.the.trial");
        assertThat(run(HOOKS).run().fingerprint().parts())
                .containsEntry("before.once", "sh -c echo before.once >>events")
                .containsKeys("before.trial", "before.block", "after.once", "after.trial", "after.block");
        assertThat(run("").run().fingerprint().parts()).doesNotContainKey("before.once");

        compare(HOOKS);
        assertThat(progress.notes).anyMatch(note -> note.startsWith("continuing from 1 pair "));
        progress.notes.clear();
        compare(other);
        assertThat(progress.notes).noneMatch(note -> note.startsWith("continuing"));
    }

    /** The hooks of which one also ends with 7. */
    private static String failing(String hook) {
        return HOOKS.lines()
                .map(line -> line.contains("echo " + hook) ? line.replace(">>events", ">>events; exit 7") : line)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private GateReport run(String hooks) throws InterruptedException {
        try (Gate gate = new Gate(setup(hooks), new ReportFolder(folder.resolve("report")), history(), machine)) {
            return gate.run();
        }
    }

    private GateReport compare(String hooks) throws InterruptedException {
        return compare(hooks, Duration.ofSeconds(1));
    }

    private GateReport compareUntilDecided(String hooks) throws InterruptedException {
        return compare(hooks, Duration.ofHours(3));
    }

    private GateReport compare(String hooks, Duration budget) throws InterruptedException {
        Comparisons store = new Comparisons(history(), warning -> {
            throw new AssertionError(warning);
        });
        try (Compare compare = new Compare(setup(hooks), new ReportFolder(folder.resolve("report")), store, machine)) {
            return compare.compare(ArmSpec.parse("a.jar"), ArmSpec.parse("a.jar"), Looks.DEFAULT, budget);
        }
    }

    private MeasurementPlan setup(String hooks) {
        Plan plan = Plans.of(PLAN + hooks);
        RuleSet rules = RulesReader.read(List.of(new Source("rules.yaml", RULES)));
        return MeasurementPlan.open(plan, rules, folder, new Installation(folder, folder, folder), progress);
    }

    private History history() {
        return new History(folder.resolve("history"), warning -> {
            throw new AssertionError(warning);
        });
    }

    private List<String> events() {
        try {
            Path events = folder.resolve("events");
            return Files.exists(events) ? Files.readAllLines(events) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void note(String event) {
        try {
            Files.writeString(
                    folder.resolve("events"), event + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
