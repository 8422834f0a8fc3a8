package dev.flamegate.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class ChildrenTest {
    private static final ProcessBuilder SLEEP = new ProcessBuilder("sleep", "600");

    private static final ChildEnvironment ENVIRONMENT = ChildEnvironment.of(System.getenv(), List.of(), List.of());

    @TempDir
    Path notes;

    @Test
    void children_are_noted_while_they_run_and_end_with_the_gate() throws Exception {
        Children children = Children.in(notes, ENVIRONMENT);
        Process child = children.start(SLEEP);
        assertThat(note()).content().contains("\n" + child.pid() + " ");

        children.close();

        assertThat(child.waitFor(240, TimeUnit.SECONDS)).isTrue();
        assertThat(notes).isEmptyDirectory();
    }

    @Test
    void a_child_ends_when_it_is_told_to_and_the_others_go_on() throws Exception {
        try (Children children = Children.in(notes, ENVIRONMENT)) {
            Process first = children.start(SLEEP);
            Process second = children.start(SLEEP);

            children.end(first);
            children.end(first);

            assertThat(first.waitFor(240, TimeUnit.SECONDS)).isTrue();
            assertThat(second.isAlive()).isTrue();
        }
    }

    @Test
    void no_child_is_started_once_the_gate_ends() throws Exception {
        Children children = Children.in(notes, ENVIRONMENT);
        children.close();
        children.close();

        assertThatThrownBy(() -> children.start(SLEEP)).isInstanceOf(CloseableRegistry.Closed.class);
        assertThat(notes).isEmptyDirectory();
    }

    @Test
    void a_child_that_cannot_be_noted_does_not_run() throws Exception {
        try (Children children = Children.in(notes, ENVIRONMENT)) {
            Files.delete(note());
            Path pid = notes.resolve("pid");

            assertThatThrownBy(() -> children.start(
                            new ProcessBuilder("sh", "-c", "trap '' TERM; echo $$ > " + pid + "; exec sleep 600")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot be noted in");

            assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive))
                    .noneMatch(
                            process -> process.info().commandLine().orElse("").contains(notes.toString()));
        }
    }

    @Test
    void what_a_killed_gate_left_is_ended_by_the_next() throws Exception {
        Process orphan = SLEEP.start();
        Process other = SLEEP.start();
        // A gate that is gone, its child, and a process that has the id of another child by now.
        assertNextEnds(
                orphan,
                other,
                orphan.pid() + " " + ProcessTree.startMillis(orphan.toHandle()) + "\n" + other.pid()
                        + " 1\nnonsense\n");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void what_a_gate_was_killed_while_starting_is_ended_by_the_next() throws Exception {
        String mark = "01234567-89ab-cdef-0123-456789abcdef";
        ProcessBuilder builder = new ProcessBuilder("sleep", "600");
        builder.environment().put("FLAMEGATE_START", mark);
        Process orphan = builder.start();
        Process other = SLEEP.start();
        assertNextEnds(orphan, other, "FLAMEGATE_START=" + mark + "\n");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_child_carries_the_mark_that_is_noted_before_it() throws Exception {
        try (Children children = Children.in(notes, ENVIRONMENT)) {
            Process child = children.start(new ProcessBuilder("sh", "-c", "echo $FLAMEGATE_START"));

            String mark = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            assertThat(note()).content().contains("FLAMEGATE_START=" + mark + "\n" + child.pid() + " ");
        }
    }

    /** The next gate ends the one, leaves the other, and removes the note that a gate left which is gone. */
    private void assertNextEnds(Process orphan, Process other, String noted) throws Exception {
        Path note = Files.writeString(notes.resolve("gate-999999999.txt"), "999999999 1\n" + noted);
        try (Children next = Children.in(notes, ENVIRONMENT)) {
            assertThat(next).isNotNull();
            assertThat(orphan.waitFor(240, TimeUnit.SECONDS)).isTrue();
            assertThat(other.isAlive()).isTrue();
            assertThat(note).doesNotExist();
        } finally {
            orphan.destroyForcibly();
            other.destroyForcibly();
        }
    }

    private Path note() {
        return notes.resolve("gate-" + ProcessHandle.current().pid() + ".txt");
    }
}
