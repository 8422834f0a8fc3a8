package dev.flamegate.gate.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.HostSpeed;
import org.junit.jupiter.api.Test;

class CalibrationTest {
    @Test
    void this_host_is_itself() {
        HostSpeed one = Calibration.measure().orElseThrow();
        HostSpeed other = Calibration.measure().orElseThrow();

        assertThat(one.millis()).isPositive();
        assertThat(new HostSpeed(one.millis(), 0.5).isOther(new HostSpeed(other.millis(), 0.5)))
                .isFalse();
    }
}
