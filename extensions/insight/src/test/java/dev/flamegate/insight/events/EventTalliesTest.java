package dev.flamegate.insight.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.model.Pair.JvmEvents.Kind;
import dev.flamegate.model.Pair.JvmEvents.Tally;
import dev.flamegate.model.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of this virtual machine; {@code ProbeLiveTest} has events of another. */
class EventTalliesTest {
    private static final long ENOUGH_NANOS = 2_000_000_000L;

    @TempDir
    Path folder;

    private double sum;

    @Test
    void samples_say_which_method_runs_and_how() throws Exception {
        Path file = folder.resolve("events.jfr");
        Instant start = Instant.now();
        try (Recording recording = new Recording()) {
            recording.setSettings(EventSettings.settings());
            recording.start();
            busy();
            recording.stop();
            recording.dump(file);
        }

        List<Tally> samples = EventTallies.read(file, new Window(start, Instant.now())).stream()
                .filter(tally -> tally.kind() == Kind.CODE_SAMPLE)
                .toList();

        assertThat(samples)
                .extracting(Tally::where)
                .anyMatch(method -> method.startsWith(EventTalliesTest.class.getName() + "."));
        assertThat(samples).extracting(Tally::what).containsAnyOf(Kind.CALLED, Kind.INLINED, Kind.INTERPRETED);
        assertThat(EventTallies.read(file, new Window(start.minusSeconds(9), start.minusSeconds(8))))
                .as("outside of the window")
                .noneMatch(tally -> tally.kind() == Kind.CODE_SAMPLE);
    }

    @Test
    void what_is_no_recording_is_said() throws Exception {
        Path none = Files.writeString(folder.resolve("none.jfr"), "none");
        assertThatThrownBy(() -> EventTallies.read(none, new Window(Instant.EPOCH, Instant.now())))
                .isInstanceOf(IOException.class);
    }

    private void busy() {
        for (long end = System.nanoTime() + ENOUGH_NANOS; System.nanoTime() < end; ) {
            sum = root(sum);
        }
    }

    private static double root(double from) {
        double root = from;
        for (int i = 1; i < 2_000; i++) {
            root += Math.sqrt(i + root);
        }
        return root;
    }
}
