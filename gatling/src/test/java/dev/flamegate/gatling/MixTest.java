package dev.flamegate.gatling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MixTest {
    private static final Set<String> KNOWN = Set.of("a", "b", "c");

    @Test
    void every_cycle_has_exactly_the_shares_asked_for() {
        Mix mix = Mix.parse("a=50, b=30,c=20", KNOWN);
        for (int cycle = 0; cycle < 3; cycle++) {
            List<String> names = take(mix, 100);
            assertThat(Collections.frequency(names, "a")).isEqualTo(50);
            assertThat(Collections.frequency(names, "b")).isEqualTo(30);
            assertThat(Collections.frequency(names, "c")).isEqualTo(20);
        }
    }

    @Test
    void two_runs_get_the_same_order() {
        assertThat(take(Mix.parse("a=5,b=7", KNOWN), 30)).isEqualTo(take(Mix.parse("a=5,b=7", KNOWN), 30));
    }

    @Test
    void a_weight_of_zero_leaves_a_name_out() {
        assertThat(take(Mix.parse("a=0,b=1", KNOWN), 5)).containsOnly("b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "a=", "a=x", "a=-1", "z=1", "a=1,a=2", "a=0", "a=100001", "a=1=2"})
    void what_is_no_mix_is_refused(String text) {
        assertThatThrownBy(() -> Mix.parse(text, KNOWN)).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<String> take(Mix mix, int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(mix.next());
        }
        return names;
    }
}
