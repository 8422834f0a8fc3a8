package dev.flamegate.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Ten seconds of warm-up, then twenty measured ones. */
class SilenceTest {
    @Test
    void a_target_that_hangs_to_the_end_was_silent() {
        double[] hangs = new double[30];
        Arrays.fill(hangs, 0, 22, 100);

        assertThat(silence(1200, hangs))
                .hasValueSatisfying(
                        text -> assertThat(text)
                                .startsWith(
                                        "nothing was answered in the last 8 s of the 20 s measured, after 100 answers a second"));
    }

    @Test
    void users_who_go_in_step_pause_together() {
        double[] pauses = new double[30];
        for (int second = 0; second < pauses.length; second++) {
            pauses[second] = second % 5 == 0 ? 500 : 0;
        }

        assertThat(silence(2000, pauses)).isEmpty();
    }

    @Test
    void a_pause_that_ends_is_in_the_latencies() {
        double[] recovers = new double[30];
        Arrays.fill(recovers, 100);
        Arrays.fill(recovers, 20, 26, 0);

        assertThat(silence(1400, recovers)).isEmpty();
    }

    @Test
    void few_requests_leave_gaps_by_chance() {
        double[] few = new double[30];
        Arrays.fill(few, 0, 24, 2);

        assertThat(silence(28, few)).isEmpty();
    }

    @Test
    void a_series_that_shows_other_seconds_proves_nothing() {
        double[] elsewhere = new double[10];
        Arrays.fill(elsewhere, 100);

        assertThat(silence(2000, elsewhere)).isEmpty();
    }

    private static Optional<String> silence(long counted, double... requests) {
        return Silence.text(Runs.answering(counted, requests).run().trials().get(0));
    }
}
