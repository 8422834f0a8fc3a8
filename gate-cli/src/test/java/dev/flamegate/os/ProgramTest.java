package dev.flamegate.os;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class ProgramTest {
    @TempDir
    Path folder;

    @Test
    void a_program_gets_input_folder_and_variables_and_answers_on_both_streams() throws Exception {
        Program.Result result = shell("read line; echo \"$line $WHO\"; pwd; echo oops >&2; exit 3")
                .in(folder)
                .with(Map.of("WHO", "there"))
                .input("hello\n".getBytes(UTF_8))
                .run();

        assertThat(result.code()).isEqualTo(3);
        assertThat(result.output()).isEqualTo("hello there\n" + folder.toRealPath() + "\n");
        assertThat(result.error()).isEqualTo("oops\n");
        assertThat(result.isOk()).isFalse();
        assertThat(result.firstLine()).isEqualTo("hello there");
    }

    @Test
    void errors_can_join_the_output_which_can_go_to_a_file() throws Exception {
        Path file = folder.resolve("all.txt");

        Program.Result result =
                shell("echo one; echo two >&2").joiningErrors().outputTo(file).run();

        assertThat(file).hasContent("one\ntwo");
        assertThat(result.output()).isEmpty();
        assertThat(result.error()).isEmpty();
    }

    @Test
    void an_environment_can_be_replaced() throws Exception {
        assertThat(Program.of("/usr/bin/env").withOnly(Map.of("ONLY", "this")).ask())
                .contains("ONLY=this");
    }

    @Test
    void the_answer_of_a_program_that_fails_or_is_not_there_is_empty() throws Exception {
        assertThat(shell("echo no; exit 1").ask()).isEmpty();
        assertThat(Program.of("no-such-program").ask()).isEmpty();
        assertThatThrownBy(() -> Program.of("no-such-program").run()).isInstanceOf(IOException.class);
    }

    @Test
    void a_program_that_takes_too_long_is_killed_with_its_children() throws Exception {
        Program.Result result = shell("echo started; sleep 600 & echo $!; wait")
                .within(Duration.ofMillis(300))
                .run();

        assertThat(result.isTimedOut()).isTrue();
        for (String line : result.output().lines().skip(1).toList()) {
            assertEnded(Long.parseLong(line));
        }
    }

    @Test
    void a_child_that_holds_the_output_open_does_not_hold_up_its_reader() throws Exception {
        Path pid = folder.resolve("pid");

        assertThat(shell("sleep 600 & echo $! > " + pid + "; echo done").ask()).contains("done");

        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).ifPresent(ProcessHandle::destroyForcibly);
    }

    @Test
    void an_interrupt_kills_it() throws Exception {
        Path pid = folder.resolve("pid");
        FutureTask<Program.Result> running =
                new FutureTask<>(() -> sleeping(pid).run());
        Thread thread = new Thread(running);
        thread.start();
        awaitFile(pid, running);

        thread.interrupt();

        assertThatThrownBy(running::get).hasCauseInstanceOf(InterruptedException.class);
        assertEnded(Long.parseLong(Files.readString(pid).strip()));
    }

    @Test
    void closing_its_registry_kills_it() throws Exception {
        Path pid = folder.resolve("pid");
        CloseableRegistry registry = new CloseableRegistry();
        FutureTask<Program.Result> running =
                new FutureTask<>(() -> sleeping(pid).registeredIn(registry).run());
        new Thread(running).start();
        awaitFile(pid, running);

        registry.close();

        assertEnded(Long.parseLong(Files.readString(pid).strip()));
        assertThat(running.get().isOk()).isFalse();
        assertThatThrownBy(() -> shell("true").registeredIn(registry).run())
                .isInstanceOf(CloseableRegistry.Closed.class);
    }

    @Test
    void programs_are_found_on_the_search_path() throws Exception {
        Path tool = Files.createFile(folder.resolve("tool"));
        assertThat(tool.toFile().setExecutable(true)).isTrue();
        Files.createFile(folder.resolve("text"));

        Map<String, String> environment = Map.of("PATH", "/nowhere::" + folder);

        assertThat(Program.find("tool", environment)).contains(tool);
        assertThat(Program.find("text", environment)).isEmpty();
        assertThat(Program.find("tool", Map.of())).isEmpty();
    }

    private static Program shell(String script) {
        return Program.of("sh", "-c", script);
    }

    private static Program sleeping(Path pid) {
        return shell("echo $$ > " + pid + ".part; mv " + pid + ".part " + pid + "; sleep 600");
    }

    private static void awaitFile(Path file, FutureTask<?> running) throws InterruptedException {
        Await.until(file.toString(), () -> {
            assertThat(running.isDone()).isFalse();
            return Files.exists(file);
        });
    }

    private static void assertEnded(long pid) throws Exception {
        for (ProcessHandle process : ProcessHandle.of(pid).stream().toList()) {
            process.onExit().get(240, TimeUnit.SECONDS);
        }
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }
}
