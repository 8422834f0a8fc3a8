package dev.flamegate.judge.attribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LevelsTest {
    /** The example of Benjamini and Hochberg (1995), section 3.2: four of fifteen at 5 %. */
    @Test
    void the_published_example_rejects_four() {
        double[] p = {
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.000
        };

        assertThat(Levels.level(p, 0.05)).isBetween(p[3], p[4]).isCloseTo(0.05 * 4 / 15, offset(1e-12));
    }

    @Test
    void without_a_small_value_nothing_is_significant() {
        assertThat(Levels.level(new double[] {0.2, 0.9}, 0.05)).isEqualTo(0.025);
        assertThat(Levels.level(new double[0], 0.05)).isEqualTo(0.05);
    }

    @Test
    void where_nothing_is_true_any_discovery_is_as_rare_as_asked() {
        Random random = new Random(7);
        int any = 0;
        for (int i = 0; i < 4000; i++) {
            double[] p = random.doubles(50).toArray();
            double level = Levels.level(p, 0.05);
            any += Arrays.stream(p).anyMatch(one -> one <= level) ? 1 : 0;
        }

        assertThat(any / 4000.0).isBetween(0.04, 0.06);
    }
}
