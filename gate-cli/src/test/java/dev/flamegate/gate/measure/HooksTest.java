package dev.flamegate.gate.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.gate.Plans;
import dev.flamegate.plan.HookSpec;
import dev.flamegate.plan.HookSpec.Part;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.testing.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks that are short shell commands. */
class HooksTest {
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
    void they_run_in_the_folder_of_the_plan_without_input_and_what_they_print_is_in_the_log() throws Exception {
        Hooks hooks = hooks("""
                before: {trial: [sh, -c, "cat; echo restored to {beside.db}; echo a warning >&2; pwd", --token=s3cr3t]}
                after: {trial: printf dropped}
                """);

        hooks.before(Part.TRIAL, new Placeholders(Map.of("{beside.db}", "127.0.0.1:7")), folder.resolve("logs/trial-1"))
                .close();

        String log = Files.readString(folder.resolve("logs/trial-1/hooks.log"));
        assertThat(log)
                .startsWith("# before.trial: sh -c cat; echo restored to 127.0.0.1:7;")
                .contains("\nrestored to 127.0.0.1:7\na warning\n" + folder.toRealPath() + "\n# before.trial took ")
                .contains("\n# after.trial: printf dropped\ndropped\n# after.trial took ")
                .doesNotContain("s3cr3t");
    }

    @Test
    void one_that_fails_is_named_with_a_remedy_and_the_end_of_its_own_output() throws Exception {
        Hooks hooks = hooks("""
                before: {trial: echo all is well, block: [sh, -c, "echo no such table; exit 3"]}
                """);
        hooks.before(Part.TRIAL, Placeholders.NONE, folder);

        assertThatThrownBy(() -> hooks.before(Part.BLOCK, Placeholders.NONE, folder))
                .isInstanceOf(Hooks.Failed.class)
                .hasMessageStartingWith("the hook before.block ended with exit code 3 after ")
                .hasMessageContaining("Run the command on its own and fix it: sh -c")
                .hasMessageEndingWith("hooks.log):\n  | no such table")
                .hasMessageNotContaining("all is well");
        assertThat(Files.readString(folder.resolve("hooks.log"))).contains("# before.block ended with exit code 3");
    }

    @Test
    void one_that_cannot_be_started_is_named() throws Exception {
        Hooks hooks = hooks("before: {once: [bin/none, a]}\n");

        assertThatThrownBy(() -> hooks.before(Part.ONCE, Placeholders.NONE, folder))
                .isInstanceOf(Hooks.Failed.class)
                .hasMessageContaining("the hook before.once cannot be started: ")
                .hasMessageContaining("install the program: bin/none a");
    }

    @Test
    void one_that_names_what_there_is_not_is_not_started() throws Exception {
        Hooks hooks = hooks("before: {trial: [touch, started, \"{port:admin}\", \"{name}\"]}\n");

        assertThatThrownBy(() -> hooks.before(Part.TRIAL, new Placeholders(Map.of("{port}", "80")), folder))
                .isInstanceOf(Hooks.Failed.class)
                .hasMessageContaining("the hook before.trial cannot run: {port:admin} stands for nothing there");
        assertThat(folder.resolve("started")).doesNotExist();
    }

    @Test
    void one_that_takes_too_long_is_ended_with_what_it_started_and_the_one_after_it_runs() throws Exception {
        Hooks hooks = hooks("""
                before: {trial: [sh, -c, "sleep 600 & sleep 600"]}
                after: {trial: touch cleaned}
                """, Duration.ofSeconds(3));

        assertThatThrownBy(() -> hooks.before(Part.TRIAL, Placeholders.NONE, folder))
                .isInstanceOf(Hooks.Failed.class)
                .hasMessageStartingWith("the hook before.trial did not end within 3 s, and was ended.\n")
                .hasMessageContaining("Make the command faster: sh -c");
        assertThat(sleeping()).isEmpty();
        assertThat(folder.resolve("cleaned")).exists();
    }

    @Test
    void an_interrupt_ends_one_with_what_it_started_and_the_one_after_it_runs() throws Exception {
        Hooks hooks = hooks("""
                before: {trial: [sh, -c, "sleep 600 & touch begun; sleep 600"]}
                after: {trial: touch cleaned}
                """);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread measuring = new Thread(() -> {
            try {
                hooks.before(Part.TRIAL, Placeholders.NONE, folder);
            } catch (InterruptedException | RuntimeException e) {
                thrown.set(e);
            }
        });

        measuring.start();
        await(folder.resolve("begun"));
        measuring.interrupt();
        measuring.join();

        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(sleeping()).isEmpty();
        assertThat(folder.resolve("cleaned")).exists();
    }

    @Test
    void an_interrupt_does_not_cut_short_what_cleans_up_and_is_not_forgotten() throws Exception {
        Hooks hooks = hooks("""
                after: {trial: [sh, -c, "touch begun; while [ ! -e go ]; do sleep 0.05; done; touch cleaned"]}
                """);
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        Hooks.Between between = hooks.before(Part.TRIAL, Placeholders.NONE, folder);
        Thread measuring = new Thread(() -> {
            between.close();
            interrupted.set(Thread.currentThread().isInterrupted());
        });

        measuring.start();
        await(folder.resolve("begun"));
        measuring.interrupt();
        Files.createFile(folder.resolve("go"));
        measuring.join();

        assertThat(folder.resolve("cleaned")).exists();
        assertThat(interrupted.get()).isTrue();
    }

    @Test
    void the_end_of_the_gate_ends_what_cleans_up() throws Exception {
        Hooks hooks = hooks("after: {trial: [sh, -c, \"sleep 600 & touch begun; sleep 600\"]}\n");
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Hooks.Between between = hooks.before(Part.TRIAL, Placeholders.NONE, folder);
        Thread measuring = new Thread(() -> {
            try {
                between.close();
            } catch (RuntimeException e) {
                thrown.set(e);
            }
        });

        measuring.start();
        await(folder.resolve("begun"));
        setup.children().close();
        measuring.join();

        assertThat(thrown.get()).isInstanceOf(Hooks.Failed.class).hasMessageContaining("after.trial ended with");
        assertThat(sleeping()).isEmpty();
    }

    private Hooks hooks(String plan) {
        return hooks(plan, HookSpec.LONGEST);
    }

    private Hooks hooks(String plan, Duration longest) {
        setup = Plans.setup(
                Plans.of(
                        "target: {command: [sleep, \"{port:x}\"]}\nbeside: {db: {command: [db, \"{port}\"]}}\n" + plan),
                folder);
        return new Hooks(setup, longest);
    }

    private static void await(Path file) throws InterruptedException {
        Await.until(file.toString(), () -> Files.exists(file));
    }

    private static List<String> sleeping() {
        return ProcessHandle.current()
                .descendants()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(command -> command.contains("sleep 600"))
                .toList();
    }
}
