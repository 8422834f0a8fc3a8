package dev.flamegate.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdmissionTest {
    private long now;
    private final Admission admission = new Admission(2, 3, () -> now);

    @Test
    void warm_up_admits_up_to_the_bound_and_again_when_one_left() {
        assertThat(admission.enter(1, true, Phase.WARM_UP)).isTrue();
        assertThat(admission.enter(2, true, Phase.WARM_UP)).isTrue();
        assertThat(admission.enter(3, true, Phase.WARM_UP)).isFalse();
        admission.leave(1, false);
        assertThat(admission.enter(4, true, Phase.WARM_UP)).isTrue();
    }

    @Test
    void the_measurement_has_no_bound() {
        for (int user = 0; user < 100; user++) {
            assertThat(admission.enter(user, true, Phase.MEASURING)).isTrue();
        }
    }

    @Test
    void extra_users_hurry_the_warm_up_up_to_a_bound_of_their_own() {
        for (int user = 0; user < 3; user++) {
            assertThat(admission.enter(user, false, Phase.HURRYING)).isTrue();
        }
        assertThat(admission.enter(3, false, Phase.HURRYING)).isFalse();
        assertThat(admission.enter(4, true, Phase.HURRYING)).isTrue();
        admission.leave(1, false);
        assertThat(admission.enter(5, false, Phase.HURRYING)).isTrue();
    }

    @Test
    void extra_users_are_for_the_hurried_warm_up_only() {
        for (Phase phase : List.of(Phase.WAITING, Phase.WARM_UP, Phase.MEASURING, Phase.PAUSED, Phase.STOPPING)) {
            assertThat(admission.enter(1, false, phase)).as("%s", phase).isFalse();
        }
    }

    @Test
    void a_service_that_fails_extra_users_gets_no_more_of_them() {
        for (int user = 0; user < 99; user++) {
            assertThat(admission.enter(user, false, Phase.HURRYING)).isTrue();
            admission.leave(user, user >= 94); // five of 99
        }
        assertThat(admission.enter(99, false, Phase.HURRYING)).isFalse();
        assertThat(admission.enter(100, true, Phase.HURRYING)).isTrue();
    }

    @Test
    void failing_planned_users_and_few_failing_extra_ones_stop_nothing() {
        for (int user = 0; user < 100; user++) {
            admission.enter(user, user % 2 == 0, Phase.HURRYING);
            admission.leave(user, user % 2 == 0 || user < 8);
        }
        assertThat(admission.enter(100, false, Phase.HURRYING)).isTrue();
    }

    @Test
    void nobody_is_admitted_in_a_pause_or_at_the_end() {
        assertThat(admission.enter(1, true, Phase.PAUSED)).isFalse();
        assertThat(admission.enter(2, true, Phase.STOPPING)).isFalse();
        assertThat(admission.enter(3, true, Phase.WAITING)).isFalse();
    }

    @Test
    void a_user_that_never_said_good_bye_counts_for_a_minute() {
        admission.enter(1, true, Phase.WARM_UP);
        admission.enter(2, true, Phase.WARM_UP);
        now = TimeUnit.SECONDS.toNanos(60);
        assertThat(admission.enter(3, true, Phase.WARM_UP)).isFalse();
        now++;
        assertThat(admission.enter(4, true, Phase.WARM_UP)).isTrue();
    }

    @Test
    void the_counts_are_told_to_the_gate(@TempDir Path folder) throws Exception {
        admission.enter(1, true, Phase.WARM_UP);
        admission.enter(2, true, Phase.WARM_UP);
        admission.enter(3, true, Phase.WARM_UP);
        admission.leave(2, true);
        admission.report(new ControlDirectory(folder));
        assertThat(Files.readString(folder.resolve("progress"))).isEqualTo("2 1 1 1");
    }

    @Test
    void a_bound_below_one_is_refused() {
        assertThatThrownBy(() -> new Admission(0, 1, System::nanoTime)).hasMessageStartingWith("0:");
    }
}
