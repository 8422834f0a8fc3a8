package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClocksTest {
    private final AtomicLong wallMillis = new AtomicLong(1_000_000);
    private final AtomicLong nanos = new AtomicLong(5);
    private final Clocks clocks = new Clocks(() -> java.time.Instant.ofEpochMilli(wallMillis.get()), nanos::get);

    @Test
    void clocks_that_go_alike_agree() {
        pass(75);

        assertThat(clocks.disagreement()).isEmpty();
    }

    @Test
    void small_corrections_are_nothing() {
        pass(75);
        wallMillis.addAndGet(-900);

        assertThat(clocks.disagreement()).isEmpty();
    }

    @Test
    void a_clock_that_was_set_is_told() {
        pass(20);
        wallMillis.addAndGet(-3_600_000);

        assertThat(clocks.disagreement())
                .hasValue(
                        "the clock jumped 1 h 0 min back during the measurement: it was set, or the machine was suspended");
    }

    /** The monotonic clock stands still while the machine does. */
    @Test
    void a_machine_suspended_for_a_minute_is_told() {
        pass(20);
        wallMillis.addAndGet(60_000);
        pass(10);

        assertThat(clocks.disagreement())
                .hasValue(
                        "the clock jumped 1 min 0 s ahead during the measurement: it was set, or the machine was suspended");
    }

    private void pass(int seconds) {
        wallMillis.addAndGet(seconds * 1000L);
        nanos.addAndGet(seconds * 1_000_000_000L);
    }
}
