package dev.flamegate.collect.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.collect.CollectionFailed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service that speaks as its probe, since it has the token. */
class ProbeRecorderTest {
    private static final int PART = 256 << 10;

    @TempDir
    Path folder;

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicLong clock = new AtomicLong();

    @Test
    void a_recording_of_several_parts_is_fetched() throws Exception {
        Path file = folder.resolve("events.jfr");

        recorder(PART + 10, PART, Duration.ZERO).fetch(file);

        assertThat(file).hasSize(PART + 10);
        assertThat(asked).hasValue(2);
    }

    @Test
    void a_byte_at_a_time_is_no_recording() {
        assertThatThrownBy(() -> recorder(64 << 20, 1, Duration.ofMillis(9900)).fetch(folder.resolve("x")))
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("shorter than its size");
        assertThat(asked).hasValue(1);
    }

    @Test
    void slow_parts_end_after_a_minute_however_many_there_are() {
        assertThatThrownBy(
                        () -> recorder(64 << 20, PART, Duration.ofMillis(9900)).fetch(folder.resolve("x")))
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("within 60 s");
        assertThat(asked).hasValue(7);
        assertThat(Duration.ofNanos(clock.get())).isLessThan(Duration.ofSeconds(70));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, (64 << 20) + 1, Long.MAX_VALUE})
    void sizes_that_no_recording_has_are_refused(long size) {
        assertThatThrownBy(() -> recorder(size, PART, Duration.ZERO).fetch(folder.resolve("x")))
                .isInstanceOf(CollectionFailed.class);
        assertThat(asked).hasValue(0);
    }

    private ProbeRecorder recorder(long size, int part, Duration each) {
        return new ProbeRecorder(
                (question, limit) -> {
                    if (question.startsWith("recorded")) {
                        return Map.of("size", String.valueOf(size));
                    }
                    asked.incrementAndGet();
                    clock.addAndGet(each.toNanos());
                    long offset = Long.parseLong(question.replaceAll("\\D", ""));
                    byte[] bytes = new byte[(int) Math.min(part, size - offset)];
                    return Map.of("bytes", Base64.getEncoder().encodeToString(bytes));
                },
                clock::get);
    }
}
