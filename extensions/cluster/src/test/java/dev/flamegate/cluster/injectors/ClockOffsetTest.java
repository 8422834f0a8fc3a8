package dev.flamegate.cluster.injectors;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ClockOffsetTest {
    private final ClockOffset clock = new ClockOffset();

    @Test
    void the_quickest_answer_counts() {
        clock.add(0, 5_200_000, 400_000, false);
        clock.add(1_000_000, 6_001_000, 1_002_000, false);
        clock.add(2_000_000, 7_900_000, 2_900_000, false);

        assertThat(clock.ahead()).isEqualTo(Duration.ofSeconds(5));
        assertThat(clock.uncertain()).isEqualTo(Duration.ofMillis(1));
    }

    @Test
    void a_clock_that_drifts_is_half_way_between_and_uncertain_by_as_much() {
        clock.add(0, 1_000, 2_000, false);
        clock.add(60_000_000, 60_041_000, 60_002_000, true);

        assertThat(clock.ahead()).isEqualTo(Duration.ofMillis(20));
        assertThat(clock.uncertain()).isEqualTo(Duration.ofMillis(21));
    }

    @Test
    void one_that_is_behind_counts_the_other_way() {
        clock.add(10_000_000, 9_001_000, 10_002_000, false);

        assertThat(clock.ahead()).isEqualTo(Duration.ofSeconds(-1));
    }
}
