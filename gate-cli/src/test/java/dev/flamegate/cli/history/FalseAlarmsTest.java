package dev.flamegate.cli.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.model.finding.Verdict;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class FalseAlarmsTest {
    @Test
    void the_interval_is_wilsons() {
        FalseAlarms alarms = new FalseAlarms(1, 14);

        assertThat(alarms.rate().low()).isCloseTo(0.0127, within(1e-4));
        assertThat(alarms.rate().high()).isCloseTo(0.3147, within(1e-4));
        assertThat(alarms.text())
                .isEqualTo("1 of 14 unchanged builds failed: 7.1 % false alarms (95 % interval 1.3 % to 31.5 %)");
    }

    @Test
    void none_that_failed_still_leaves_room_for_some() {
        FalseAlarms alarms = FalseAlarms.of(Collections.nCopies(10, Verdict.PASS));

        assertThat(alarms.rate().low()).isZero();
        assertThat(alarms.rate().high()).isCloseTo(0.2775, within(1e-4));
    }

    @Test
    void an_invalid_measurement_counts_for_nothing() {
        assertThat(FalseAlarms.of(List.of(Verdict.INVALID, Verdict.FAIL, Verdict.INCONCLUSIVE)))
                .isEqualTo(new FalseAlarms(1, 2));
        assertThat(FalseAlarms.of(List.of(Verdict.INVALID)).text()).isEmpty();
    }
}
