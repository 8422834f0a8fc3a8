package dev.flamegate.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlannedUsersTest {
    private long sinceGo;

    @Test
    void one_user_in_so_many_is_planned() {
        assertThat(next(new PlannedUsers(3, false, 0, () -> sinceGo), 7))
                .containsExactly(true, false, false, true, false, false, true);
        assertThat(next(new PlannedUsers(1, false, 0, () -> sinceGo), 3)).containsOnly(true);
    }

    @Test
    void of_users_who_come_at_random_the_planned_ones_are_drawn_at_random() {
        List<Boolean> planned = next(new PlannedUsers(4, true, 0, () -> sinceGo), 10_000);

        // Six standard deviations of 10,000 draws. If one in four were planned in turn, no two in a row would be.
        assertThat(planned.stream().filter(one -> one)).hasSizeBetween(2240, 2760);
        assertThat(IntStream.range(1, planned.size()).filter(i -> planned.get(i) && planned.get(i - 1)))
                .hasSizeBetween(450, 800);
        assertThat(next(new PlannedUsers(1, true, 0, () -> sinceGo), 3)).containsOnly(true);
    }

    @Test
    void in_a_ramp_all_users_are_planned() {
        PlannedUsers users = new PlannedUsers(2, false, 1.5, () -> sinceGo);
        sinceGo = 1_499_999_999;
        assertThat(next(users, 3)).containsOnly(true);
        sinceGo++;
        assertThat(next(users, 4)).containsExactly(true, false, true, false);
    }

    @Test
    void a_high_rate_is_multiplied_less() {
        assertThat(PlannedUsers.times(0.1, 8)).isEqualTo(8);
        assertThat(PlannedUsers.times(62.5, 8)).isEqualTo(8);
        assertThat(PlannedUsers.times(125, 8)).isEqualTo(4);
        assertThat(PlannedUsers.times(251, 8)).isEqualTo(1);
        assertThat(PlannedUsers.times(10_000, 8)).isEqualTo(1);
    }

    private static List<Boolean> next(PlannedUsers users, int count) {
        List<Boolean> planned = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            planned.add(users.nextIsPlanned());
        }
        return planned;
    }
}
