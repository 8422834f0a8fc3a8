package dev.flamegate.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdmissionTest {
    private long now;
    private final Admission admission = new Admission(2, () -> now);

    @Test
    void warm_up_admits_up_to_the_bound_and_again_when_one_left() {
        assertThat(admission.enter(1, Phase.WARM_UP)).isTrue();
        assertThat(admission.enter(2, Phase.WARM_UP)).isTrue();
        assertThat(admission.enter(3, Phase.WARM_UP)).isFalse();
        admission.leave(1, false);
        assertThat(admission.enter(4, Phase.WARM_UP)).isTrue();
    }

    @Test
    void the_measurement_has_no_bound() {
        for (int user = 0; user < 100; user++) {
            assertThat(admission.enter(user, Phase.MEASURING)).isTrue();
        }
    }

    @Test
    void nobody_is_admitted_in_a_pause_or_at_the_end() {
        assertThat(admission.enter(1, Phase.PAUSED)).isFalse();
        assertThat(admission.enter(2, Phase.STOPPING)).isFalse();
        assertThat(admission.enter(3, Phase.WAITING)).isFalse();
    }

    @Test
    void a_user_that_never_said_good_bye_counts_for_a_minute() {
        admission.enter(1, Phase.WARM_UP);
        admission.enter(2, Phase.WARM_UP);
        now = TimeUnit.SECONDS.toNanos(60);
        assertThat(admission.enter(3, Phase.WARM_UP)).isFalse();
        now++;
        assertThat(admission.enter(4, Phase.WARM_UP)).isTrue();
    }

    @Test
    void the_counts_are_told_to_the_gate(@TempDir Path folder) throws Exception {
        admission.enter(1, Phase.WARM_UP);
        admission.enter(2, Phase.WARM_UP);
        admission.enter(3, Phase.WARM_UP);
        admission.leave(2, true);
        admission.report(new ControlDirectory(folder));
        assertThat(Files.readString(folder.resolve("progress"))).isEqualTo("2 1 1 1");
    }

    @Test
    void a_bound_below_one_is_refused() {
        assertThatThrownBy(() -> new Admission(0, System::nanoTime)).hasMessageStartingWith("0:");
    }
}
