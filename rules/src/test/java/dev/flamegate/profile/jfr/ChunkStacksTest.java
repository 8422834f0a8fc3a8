package dev.flamegate.profile.jfr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.profile.StackTrie;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChunkStacksTest {
    private static final String HANDLER = "libasyncProfiler-linux-x64.so.WallClock::signalHandler";

    @Test
    void a_sample_at_the_entry_of_a_signal_handler_is_told_from_the_profiler_s_work_in_it() throws IOException {
        assertThat(inHandler("libc.so.6.__restore_rt", HANDLER)).isTrue();
        assertThat(inHandler("a/A.run", HANDLER)).isTrue();
        assertThat(inHandler("a/A.run", HANDLER, "libasyncProfiler-linux-x64.so.Profiler::recordSample"))
                .isFalse();
        assertThat(inHandler("a/A.run", "libapp.so.Timer::signalHandler")).isFalse();
        assertThat(inHandler("a/A.run")).isFalse();
    }

    private static boolean inHandler(String... frames) throws IOException {
        JfrWriter recording = JfrTreesTest.profiled()
                .stack(9, frames)
                .event("jdk.ExecutionSample", new Payload().numbers(5, 1, 9, 1));
        List<Boolean> found = new ArrayList<>();
        JfrReader.read(new BytesChannel(recording.build()), new JfrReader.Visitor() {
            private ChunkStacks stacks;

            @Override
            public boolean wants(SampleKind kind) {
                return kind == SampleKind.EXECUTION;
            }

            @Override
            public void begin(JfrChunk chunk) throws IOException {
                stacks = new ChunkStacks(chunk, new StackTrie(), ChunkStacks.Labels.NONE);
            }

            @Override
            public void sample(JfrSample sample) throws IOException {
                found.add(stacks.isInHandler(sample.stack()));
            }

            @Override
            public void end(JfrChunk chunk) {}
        });
        assertThat(found).hasSize(1);
        return found.get(0);
    }
}
