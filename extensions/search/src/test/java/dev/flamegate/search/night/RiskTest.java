package dev.flamegate.search.night;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RiskTest {
    @Test
    void a_larger_change_a_longer_wait_and_more_failures_each_are_more_risk() {
        double usual = Risk.of(100, 1, 1, 20);

        assertThat(Risk.of(1000, 1, 1, 20)).isGreaterThan(usual);
        assertThat(Risk.of(100, 2, 1, 20)).isGreaterThan(usual);
        assertThat(Risk.of(100, 1, 5, 20)).isGreaterThan(usual);
        assertThat(Risk.of(0, 1, 1, 20)).isZero();
    }

    @Test
    void a_service_that_was_never_measured_is_as_one_that_waits_a_week() {
        assertThat(Risk.of(100, -1, 0, 0)).isEqualTo(Risk.of(100, 7, 0, 0));
    }

    @Test
    void the_smallest_change_comes_to_its_turn_by_waiting() {
        assertThat(Risk.of(1, 300, 0, 20)).isGreaterThan(Risk.of(100_000, 1, 5, 20));
    }
}
