package dev.flamegate.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.model.finding.Measurement.Bounds;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlurTest {
    private static final Bounds LOW = new Bounds(0.1, 0.25);
    private static final Bounds HIGH = new Bounds(0.25, 0.5);
    private static final Bounds OPEN = new Bounds(10, Double.POSITIVE_INFINITY);

    @Test
    void exact_values_leave_nothing_open() {
        assertThat(Blur.paired(List.of(), List.of(), true)).isEqualTo(Blur.NONE);
        assertThat(Blur.unpaired(List.of(), List.of(LOW), true)).isEqualTo(Blur.NONE);
        assertThat(Blur.unpaired(List.of(new Bounds(1, 1)), List.of(new Bounds(1, 1)), true))
                .isEqualTo(Blur.NONE);
    }

    @Test
    void within_one_bucket_any_change_up_to_its_width_is_open() {
        Blur blur = Blur.paired(List.of(LOW, LOW), List.of(LOW, LOW), true);
        assertThat(blur.leavesOpen(0)).isTrue();
        assertThat(blur.leavesOpen(1)).isFalse();
        assertThat(blur.hides()).isEqualTo(blur.high());
        assertThat(blur.high()).isCloseTo(Math.log(2.5), within(1e-12));
        assertThat(blur.low()).isCloseTo(-Math.log(2.5), within(1e-12));
        assertThat(Blur.unpaired(List.of(LOW), List.of(LOW), false).high()).isCloseTo(0.15, within(1e-12));
    }

    @Test
    void from_one_bucket_to_the_next_a_growth_is_sure_and_its_size_is_not() {
        Blur growth = Blur.paired(List.of(LOW), List.of(HIGH), true);
        assertThat(growth.leavesOpen(0)).isFalse();
        assertThat(growth.leavesOpen(0.1)).isTrue();
        assertThat(growth.leavesOpen(Math.log(6))).isFalse();
        assertThat(growth.hides()).isCloseTo(Math.log(5) / 2, within(1e-12));
        assertThat(Blur.unpaired(List.of(LOW), List.of(HIGH), false).low()).isZero();
        assertThat(Blur.paired(List.of(HIGH), List.of(LOW), true).high()).isZero();
    }

    @Test
    void what_most_pairs_allow_decides() {
        assertThat(Blur.paired(List.of(LOW, LOW, LOW), List.of(HIGH, LOW, HIGH), true)
                        .leavesOpen(0))
                .isFalse();
        assertThat(Blur.paired(List.of(LOW, LOW, LOW), List.of(LOW, LOW, HIGH), true)
                        .leavesOpen(0))
                .isTrue();
    }

    @Test
    void beyond_the_last_bound_nothing_limits_a_change() {
        Blur blur = Blur.paired(List.of(OPEN), List.of(OPEN), true);
        assertThat(blur).isEqualTo(new Blur(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY));
        assertThat(Blur.unpaired(List.of(OPEN), List.of(OPEN), false)).isEqualTo(blur);
    }

    @Test
    void a_bucket_from_0_allows_a_growth_of_any_size() {
        Bounds zero = new Bounds(0, 0.005);
        assertThat(Blur.paired(List.of(zero), List.of(zero), true).high()).isGreaterThan(10);
    }

    @Test
    void seen_the_other_way_round_the_ends_change_places() {
        assertThat(new Blur(-1, 2).negated()).isEqualTo(new Blur(-2, 1));
        assertThatThrownBy(() -> new Blur(1, 0.1)).hasMessageStartingWith("[1.0");
        assertThatThrownBy(() -> new Bounds(2, 1)).hasMessageStartingWith("(2.0");
    }
}
