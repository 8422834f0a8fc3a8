package dev.flamegate.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FaultInjectionTest {
    @Test
    void without_a_fault_nothing_happens() {
        FaultInjection none = FaultInjection.of(Map.of());
        none.onStart();
        none.onRequest();
        assertThat(none.ready()).isTrue();
    }

    @Test
    void an_unknown_fault_is_refused_with_the_known_ones() {
        assertThatThrownBy(() -> FaultInjection.of(Map.of("FAULT", "explode")))
                .hasMessage("explode: FAULT is one of none, exit-on-start, never-ready, answer-500, die-under-load");
    }
}
