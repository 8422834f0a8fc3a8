package dev.flamegate.gate.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Arm;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void the_arms_alternate_or_are_mirrored_and_have_as_many_blocks_each(int blocks) {
        int mirrored = 0;
        for (int pair = 1; pair <= 20; pair++) {
            List<Arm> order = new Schedule(7, blocks).of(pair);

            assertThat(order).hasSize(2 * blocks);
            assertThat(order.stream().filter(arm -> arm == Arm.BASELINE)).hasSize(blocks);
            for (int i = 1; i < order.size(); i += 2) {
                assertThat(order.get(i)).isNotEqualTo(order.get(i - 1));
            }
            boolean turns = blocks > 1 && order.get(1) == order.get(2);
            for (int i = 2; i < order.size(); i += 2) {
                assertThat(order.get(i) == order.get(i - 1)).isEqualTo(turns);
            }
            mirrored += turns ? 1 : 0;
        }
        assertThat(mirrored).isBetween(blocks > 1 ? 4 : 0, blocks > 1 ? 16 : 0);
    }

    @Test
    void of_every_two_pairs_one_begins_with_each_arm() {
        for (long seed : new long[] {0, 1, -5, Long.MAX_VALUE, 123_456_789}) {
            Schedule schedule = new Schedule(seed, 2);
            for (int pair = 1; pair <= 40; pair += 2) {
                assertThat(first(schedule, pair)).isNotEqualTo(first(schedule, pair + 1));
            }
        }
    }

    @Test
    void of_every_two_pairs_each_arm_is_started_first_once_whoever_is_loaded_first() {
        int together = 0;
        for (long seed = 0; seed < 1000; seed++) {
            Schedule schedule = new Schedule(seed, 2);
            for (int pair = 1; pair <= 4; pair += 2) {
                assertThat(schedule.launchedFirst(pair)).isNotEqualTo(schedule.launchedFirst(pair + 1));
                together += schedule.launchedFirst(pair) == first(schedule, pair) ? 1 : 0;
            }
        }
        // Of 2000 coins: six standard deviations.
        assertThat(together).isBetween(866, 1134);
    }

    @Test
    void one_seed_gives_one_schedule() {
        for (int pair = 1; pair <= 12; pair++) {
            assertThat(new Schedule(42, 2).of(pair)).isEqualTo(new Schedule(42, 2).of(pair));
        }
    }

    @Test
    void the_coin_is_thrown_anew_for_every_two_pairs_and_every_seed() {
        Schedule schedule = new Schedule(42, 1);
        long overPairs = IntStream.range(0, 1000)
                .filter(two -> first(schedule, 2 * two + 1) == Arm.BASELINE)
                .count();
        long overSeeds = IntStream.range(0, 1000)
                .filter(seed -> first(new Schedule(seed, 1), 1) == Arm.BASELINE)
                .count();

        assertThat(overPairs).isBetween(430L, 570L);
        assertThat(overSeeds).isBetween(430L, 570L);
    }

    private static Arm first(Schedule schedule, int pair) {
        return schedule.of(pair).get(0);
    }
}
