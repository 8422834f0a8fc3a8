package dev.flamegate.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.model.WorkCount;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InputEffectsTest {
    private static final int REQUESTS = 100;

    private final Random random = new Random(36);

    @Test
    void starts_with_other_owners_are_alike_once_the_owners_are_taken_off() {
        Counts one = start(0.8, 1);
        Counts other = start(0.2, 1);
        InputEffects effects = InputEffects.of(List.of(one, other));

        assertThat(mean(one, InputEffects.NONE)).isGreaterThan(1.3 * mean(other, InputEffects.NONE));
        assertThat(mean(one, effects)).isEqualTo(mean(other, effects), within(1e-6));
        assertThat(one.error(WorkCount.INSTRUCTIONS, effects)).isZero();
    }

    @Test
    void a_growth_of_one_build_stays() {
        Counts baseline = start(0.6, 1);
        Counts candidate = start(0.4, 1.02);
        InputEffects effects = InputEffects.of(List.of(baseline, candidate));

        assertThat(mean(candidate, effects) / mean(baseline, effects)).isEqualTo(1.02, within(0.002));
    }

    @Test
    void inputs_that_hardly_ever_come_twice_stay_as_they_are() {
        Counts counts = new Counts();
        for (int i = 0; i < REQUESTS; i++) {
            counts.add("/owners/" + i, work(1000 + random.nextInt(500)));
        }
        InputEffects effects = InputEffects.of(List.of(counts, counts));

        assertThat(mean(counts, effects)).isEqualTo(mean(counts, InputEffects.NONE));
        assertThat(counts.error(WorkCount.INSTRUCTIONS, effects)).isPositive();
    }

    @Test
    void an_input_that_one_start_lacks_is_no_reason_to_leave_the_others() {
        Counts one = start(0.8, 1);
        Counts other = start(0.2, 1);
        one.add("/owners/new", work(9_000));
        InputEffects effects = InputEffects.of(List.of(one, other));

        assertThat(mean(one, effects)).isEqualTo(mean(other, effects), within(1e-6));
    }

    @Test
    void what_is_the_same_for_all_inputs_stays_exact() {
        Counts counts = start(0.5, 1);

        assertThat(counts.mean(WorkCount.STATEMENTS, InputEffects.of(List.of(counts, start(0.3, 1)))))
                .isEqualTo(4);
    }

    @Test
    void what_happened_once_is_not_what_an_input_does() {
        Counts counts = start(0.5, 1);
        long[] odd = work(1000);
        odd[Counts.KINDS.indexOf(WorkCount.STATEMENTS)] = 500;
        counts.add("/owners/1", odd);

        assertThat(counts.mean(WorkCount.STATEMENTS, InputEffects.of(List.of(counts, start(0.3, 1)))))
                .isEqualTo(4);
    }

    /** Requests for an owner with many pets and one with few, of which the first is this part. */
    private Counts start(double many, double times) {
        Counts counts = new Counts();
        for (int i = 0; i < REQUESTS; i++) {
            boolean isMany = random.nextDouble() < many;
            counts.add(isMany ? "/owners/6" : "/owners/1", work(Math.round((isMany ? 2000 : 1000) * times)));
        }
        return counts;
    }

    private static long[] work(long instructions) {
        long[] counts = new long[Counts.KINDS.size()];
        Arrays.fill(counts, 4);
        counts[Counts.KINDS.indexOf(WorkCount.INSTRUCTIONS)] = instructions;
        return counts;
    }

    private static double mean(Counts counts, InputEffects effects) {
        return counts.mean(WorkCount.INSTRUCTIONS, effects);
    }
}
