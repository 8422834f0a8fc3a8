package dev.flamegate.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class InjectionTest {
    @Test
    void a_whole_rate_is_spread_evenly_over_each_second() {
        assertThat(next(new Injection("shop", 4).schedule(), 9))
                .containsExactly(0L, 250L, 500L, 750L, 1000L, 1250L, 1500L, 1750L, 2000L);
    }

    @Test
    void a_fraction_rounds_up_early_and_loses_nothing() {
        assertThat(next(new Injection("shop", 0.4).schedule(), 4)).containsExactly(0L, 2000L, 5000L, 7000L);
    }

    @Test
    void more_than_a_thousand_share_milliseconds() {
        assertThat(next(new Injection("shop", 2000).schedule(), 4)).containsExactly(0L, 0L, 1L, 1L);
    }

    private static List<Long> next(Injection.Schedule schedule, int count) {
        return LongStream.range(0, count).map(i -> schedule.next()).boxed().toList();
    }
}
