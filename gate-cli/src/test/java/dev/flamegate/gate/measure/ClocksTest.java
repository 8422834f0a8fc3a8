package dev.flamegate.gate.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClocksTest {
    private final FakeTime time = new FakeTime();
    private final Clocks clocks = new Clocks(time);

    @Test
    void clocks_that_go_alike_agree() {
        pass(75);

        assertThat(clocks.disagreement()).isEmpty();
    }

    @Test
    void small_corrections_are_nothing() {
        pass(75);
        time.setBy(Duration.ofMillis(-900));

        assertThat(clocks.disagreement()).isEmpty();
    }

    @Test
    void a_clock_that_was_set_is_told() {
        pass(20);
        time.setBy(Duration.ofMillis(-3_600_000));

        assertThat(clocks.disagreement())
                .hasValue(
                        "the clock jumped 1 h 0 min back during the measurement: it was set, or the machine was suspended");
    }

    /** The monotonic clock stands still while the machine does. */
    @Test
    void a_machine_suspended_for_a_minute_is_told() {
        pass(20);
        time.setBy(Duration.ofMillis(60_000));
        pass(10);

        assertThat(clocks.disagreement())
                .hasValue(
                        "the clock jumped 1 min 0 s ahead during the measurement: it was set, or the machine was suspended");
    }

    private void pass(int seconds) {
        time.pass(Duration.ofSeconds(seconds));
    }
}
