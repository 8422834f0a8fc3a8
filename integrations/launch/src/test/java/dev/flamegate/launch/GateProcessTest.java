package dev.flamegate.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class GateProcessTest {
    @TempDir
    Path folder;

    private final List<String> heard = Collections.synchronizedList(new ArrayList<>());

    @Test
    void arguments_reach_the_gate_whole_and_its_output_reaches_the_listener_by_kind() throws Exception {
        FakeInstallation fake = FakeInstallation.in(
                folder.resolve("a home"),
                "err measuring",
                "err warning: the machine is busy",
                "out ✓ PASS  shop",
                "exit 0");

        Ended ended = run(fake, "run", "--plan", "a b; \"c\"");

        assertThat(ended.code()).isEqualTo(Ended.OK);
        assertThat(fake.arguments()).containsExactly("run", "--plan", "a b; \"c\"");
        assertThat(fake.folder().toRealPath()).isEqualTo(folder.toRealPath());
        assertThat(heard)
                .containsExactlyInAnyOrder(
                        "progress: measuring", "warning: the machine is busy", "result: ✓ PASS  shop");
    }

    @Test
    void the_sentence_is_the_first_paragraph_of_the_results() throws Exception {
        FakeInstallation fake = FakeInstallation.in(
                folder.resolve("home"),
                "out",
                "out ✗ FAIL  shop, run 1",
                "out   cpu is 3 ms (limit: 2 ms)",
                "out",
                "out   other",
                "err flamegate: no matter",
                "exit 1");

        Ended ended = run(fake, "run");

        assertThat(ended.code()).isEqualTo(Ended.FAIL);
        assertThat(ended.sentence()).isEqualTo("✗ FAIL  shop, run 1: cpu is 3 ms (limit: 2 ms)");
        assertThat(ended.results()).hasSize(5).last().isEqualTo("  other");
    }

    @Test
    void without_results_the_sentence_is_the_reason() throws Exception {
        FakeInstallation fake = FakeInstallation.in(
                folder.resolve("home"),
                "err building",
                "err flamegate: the service did not start",
                "err  its log",
                "exit 3");

        Ended ended = run(fake, "run");

        assertThat(ended).isEqualTo(new Ended(Ended.UNMEASURED, "the service did not start", List.of()));
    }

    @Test
    void the_sentence_of_mistakes_is_the_first_of_them() throws Exception {
        FakeInstallation fake = FakeInstallation.in(
                folder.resolve("home"),
                "err a b/rules.yaml:8:16: unknown indicator `alloc`",
                "err   7 |   - id: allocation",
                "err   8 |     indicator: alloc",
                "err     |                ^ did you mean `alloc.per-request`?",
                "err ",
                "err a b/rules.yaml:9:11: not a criterion",
                "err   9 |     must: 12:30:15: no",
                "exit 2");

        Ended ended = run(fake, "run");

        assertThat(ended.sentence())
                .isEqualTo("a b/rules.yaml:8:16: unknown indicator `alloc` (the first of 2 mistakes)");
    }

    @Test
    void a_gate_that_says_nothing_is_said_to() throws Exception {
        assertThat(run(FakeInstallation.in(folder.resolve("home"), "exit 70"), "run"))
                .isEqualTo(new Ended(70, "flamegate said nothing", List.of()));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void a_gate_whose_caller_is_interrupted_is_asked_to_end() throws Exception {
        FakeInstallation fake = FakeInstallation.in(folder.resolve("home"), "wait");
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                run(fake, "run");
                thrown.complete(new AssertionError("it ended by itself"));
            } catch (Exception e) {
                thrown.complete(e);
            }
        });
        caller.start();
        while (!Files.exists(fake.home().resolve("waiting"))) {
            Thread.sleep(20);
        }

        caller.interrupt();

        assertThat(thrown.get()).isInstanceOf(InterruptedException.class);
        assertThat(fake.home().resolve("asked-to-end")).exists();
    }

    private Ended run(FakeInstallation fake, String... arguments) throws Exception {
        Listener listener = new Listener() {
            @Override
            public void result(String line) {
                heard.add("result: " + line);
            }

            @Override
            public void progress(String line) {
                heard.add("progress: " + line);
            }

            @Override
            public void warning(String text) {
                heard.add("warning: " + text);
            }
        };
        return new GateProcess(new InstalledGate(fake.home()), listener).run(List.of(arguments), folder);
    }
}
