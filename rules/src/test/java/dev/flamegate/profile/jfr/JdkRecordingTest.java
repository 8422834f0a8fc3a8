package dev.flamegate.profile.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Frame;
import dev.flamegate.profile.names.CanonicalNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What we read from a recording that this JDK makes of itself is what the JDK's own reader reads. */
class JdkRecordingTest {
    @TempDir
    private Path folder;

    private volatile long sink;

    @Test
    void our_reader_and_the_jdk_s_agree() throws Exception {
        Path file = folder.resolve("own.jfr");
        record(file);
        byte[] bytes = Files.readAllBytes(file);
        Map<ProfileEvent, CallTree> trees = JfrTrees.read(
                        new BytesChannel(bytes), EnumSet.allOf(ProfileEvent.class), ChunkStacks.Labels.NONE)
                .trees();
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(stacks(trees, ProfileEvent.ALLOC))
                .isNotEmpty()
                .isEqualTo(stacks(events, List.of("jdk.ObjectAllocationSample"), event -> event.getLong("weight")));
        List<String> waiting = List.of("jdk.ThreadPark", "jdk.JavaMonitorEnter");
        Map<String, Long> waits =
                stacks(events, waiting, event -> event.getDuration().toNanos());
        Map<String, Long> times = stacks(events, waiting, event -> 1);
        // Where a tick is not a nanosecond, the two readers round each event to one of its neighbours.
        assertThat(stacks(trees, ProfileEvent.LOCK))
                .isNotEmpty()
                .hasSameSizeAs(waits)
                .allSatisfy((stack, nanos) ->
                        assertThat(Math.abs(nanos - waits.get(stack))).isLessThanOrEqualTo(times.get(stack)));
        assertThat(stacks(trees, ProfileEvent.CPU))
                .isEqualTo(stacks(events, List.of("jdk.ExecutionSample"), event -> 10_000_000));
    }

    private void record(Path file) throws IOException {
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
            recording.enable("jdk.ObjectAllocationSample").with("throttle", "1000/s");
            recording.enable("jdk.ThreadPark").withoutThreshold();
            recording.enable("jdk.JavaMonitorEnter").withoutThreshold();
            recording.start();
            long end = System.nanoTime() + 500_000_000;
            while (System.nanoTime() < end) {
                for (int i = 0; i < 1_000; i++) {
                    sink += new byte[1024].length + deep(i % 40);
                }
                LockSupport.parkNanos(100_000);
            }
            recording.stop();
            recording.dump(file);
        }
    }

    private long deep(int depth) {
        return depth == 0 ? System.identityHashCode(new Object()) : 1 + deep(depth - 1);
    }

    private static Map<String, Long> stacks(Map<ProfileEvent, CallTree> trees, ProfileEvent event) {
        CallTree tree = trees.getOrDefault(event, CallTree.empty());
        Map<String, Long> stacks = new TreeMap<>();
        for (int i = 0; i < tree.sampleCount(); i++) {
            String stack = String.join(
                    ";",
                    tree.stack(tree.sampleNode(i)).stream().map(Frame::name).toList());
            stacks.merge(stack, tree.sampleWeight(i), Long::sum);
        }
        return stacks;
    }

    private static Map<String, Long> stacks(
            List<RecordedEvent> events, List<String> types, ToLongFunction<RecordedEvent> weight) {
        Map<String, Long> stacks = new TreeMap<>();
        for (RecordedEvent event : events) {
            if (types.contains(event.getEventType().getName())) {
                List<String> names = new ArrayList<>();
                if (event.getStackTrace() != null) {
                    for (RecordedFrame frame : event.getStackTrace().getFrames()) {
                        names.add(CanonicalNames.frame(
                                frame.getMethod().getType().getName(),
                                frame.getMethod().getName()));
                    }
                }
                Collections.reverse(names);
                stacks.merge(String.join(";", names), weight.applyAsLong(event), Long::sum);
            }
        }
        return stacks;
    }
}
