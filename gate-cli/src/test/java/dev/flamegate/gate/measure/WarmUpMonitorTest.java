package dev.flamegate.gate.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class WarmUpMonitorTest {
    @Test
    void a_steady_service_is_flat_after_two_stretches() {
        assertThat(flatAfter(second -> 0.2, second -> 0.004, 100)).isCloseTo(5.0, within(0.6));
    }

    @Test
    void a_falling_cost_is_not_flat() {
        assertThat(flatAfter(second -> 0.4 * Math.exp(-second / 5), second -> 0.002, 100))
                .isGreaterThan(12);
    }

    @Test
    void a_busy_compiler_is_not_flat() {
        assertThat(flatAfter(second -> 0.2, second -> second < 10 ? 0.2 : 0.005, 100))
                .isBetween(12.0, 16.0);
    }

    /** A fifth of what it does, and nothing to any CPU. */
    @Test
    void a_compiler_that_hardly_works_is_no_part_of_a_service_with_little_to_do() {
        assertThat(flatAfter(second -> 0.1, second -> second % 2.5 < 1 ? 0.05 : 0, 100))
                .isCloseTo(5.0, within(0.6));
    }

    @Test
    void few_requests_take_longer_to_say_something() {
        assertThat(flatAfter(second -> 0.2, second -> 0, 5)).isCloseTo(6.0, within(0.6));
        assertThat(flatAfter(second -> 0.2, second -> 0, 0.5)).isInfinite();
    }

    @Test
    void what_chance_makes_of_few_requests_is_no_fall_and_the_same_fall_of_many_is() {
        DoubleUnaryOperator slowly = second -> 0.2 * Math.exp(-second / 20); // 12.5 % from one stretch to the next

        assertThat(flatAfter(slowly, second -> 0, 20)).isCloseTo(5.0, within(0.6));
        assertThat(flatAfter(slowly, second -> 0, 2000)).isInfinite();
    }

    @Test
    void what_c1_has_left_after_a_hurry_is_not_waited_for_but_the_cost_is() {
        DoubleUnaryOperator now = second -> second % 4 < 2 ? 0.08 : 0.01;
        assertThat(flatAfter(WarmUpMonitor.atPlannedRate(), second -> 0.2, now, 20))
                .isInfinite();
        assertThat(flatAfter(WarmUpMonitor.afterHurryWithC1(), second -> 0.2, now, 20))
                .isCloseTo(5.0, within(0.6));
        assertThat(flatAfter(WarmUpMonitor.afterHurryWithC1(), second -> 1 / second, now, 2000))
                .isGreaterThan(15);
    }

    @Test
    void the_share_of_the_compiler_is_that_of_the_last_stretch() {
        WarmUpMonitor monitor = WarmUpMonitor.atPlannedRate();
        monitor.add(new WarmUpMonitor.Point(0, 0, 0, 0, 0));
        monitor.add(new WarmUpMonitor.Point(2.5, 0.5, 0.5, 100, 0));
        monitor.isFlat();
        assertThat(monitor.jitShare()).isCloseTo(0.5, within(1e-9));

        monitor.add(new WarmUpMonitor.Point(5, 1.4, 0.6, 200, 0));
        monitor.isFlat();
        assertThat(monitor.jitShare()).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void a_queue_that_gets_shorter_is_not_flat_and_the_coming_and_going_of_users_is() {
        WarmUpMonitor monitor = WarmUpMonitor.atPlannedRate();
        for (int half = 0; half <= 20; half++) {
            monitor.add(new WarmUpMonitor.Point(0.5 * half, 0.1 * half, 0, 50L * half, 700 - 30L * half));
        }
        assertThat(monitor.isDraining()).isTrue();
        assertThat(monitor.isFlat()).isFalse();

        for (int half = 21; half <= 40; half++) {
            monitor.add(new WarmUpMonitor.Point(0.5 * half, 0.1 * half, 0, 50L * half, 100 + 8L * (half % 2)));
        }
        assertThat(monitor.isDraining()).isFalse();
        assertThat(monitor.isFlat()).isTrue();
    }

    @Test
    void a_queue_of_few_users_that_gets_shorter_slowly_is_one_too() {
        WarmUpMonitor monitor = WarmUpMonitor.atPlannedRate();
        for (int half = 0; half <= 20; half++) {
            monitor.add(new WarmUpMonitor.Point(0.5 * half, 0.4 * half, 0, 8L * half, 300 - Math.round(1.6 * half)));
        }

        assertThat(monitor.isDraining()).isTrue();
    }

    /** Feeds rates of CPU and JIT, in cores, and a rate of requests; the second in which it is flat. */
    private static double flatAfter(DoubleUnaryOperator cpu, DoubleUnaryOperator jit, double rate) {
        return flatAfter(WarmUpMonitor.atPlannedRate(), cpu, jit, rate);
    }

    private static double flatAfter(
            WarmUpMonitor monitor, DoubleUnaryOperator cpu, DoubleUnaryOperator jit, double rate) {
        double cpuSeconds = 0;
        double jitSeconds = 0;
        for (double second = 0.5; second <= 60; second += 0.5) {
            cpuSeconds += 0.5 * cpu.applyAsDouble(second);
            jitSeconds += 0.5 * jit.applyAsDouble(second);
            monitor.add(new WarmUpMonitor.Point(second, cpuSeconds, jitSeconds, Math.round(rate * second), 0));
            if (monitor.isFlat()) {
                return second;
            }
        }
        return Double.POSITIVE_INFINITY;
    }
}
