package dev.flamegate.trends.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.trends.site.ChangePoints.Change;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ChangePointsTest {
    /** Annual flow of the Nile at Aswan from 1871 on (Cobb, Biometrika 1978): lower from 1899 on. */
    private static final double[] NILE = {
        1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958, 1140,
        1100, 1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692, 1020, 1050, 969,
        831, 726, 456, 824, 702, 1120, 1100, 832, 764, 821, 768, 845, 864, 862, 698, 845, 744, 796, 1040, 759, 781, 865,
        845, 944, 984, 897, 822, 1010, 771, 676, 649, 846, 812, 742, 801, 1040, 860, 874, 848, 890, 744, 749, 838, 1050,
        918, 986, 797, 923, 975, 815, 1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740
    };

    @Test
    void the_nile_fell_in_1899_and_never_else() {
        List<Change> changes = ChangePoints.in(NILE);

        assertThat(changes).extracting(Change::index).containsExactly(28);
        assertThat(changes.get(0).before()).isCloseTo(1110, within(20.0));
        assertThat(changes.get(0).after()).isCloseTo(845, within(20.0));
        assertThat(changes.get(0).growth()).isCloseTo(-0.24, within(0.02));
    }

    @Test
    void a_step_is_found_at_its_place() {
        double[] series = noise(7, 60, 1, 0.02);
        for (int i = 40; i < 60; i++) {
            series[i] *= 1.08;
        }

        List<Change> changes = ChangePoints.in(series);

        assertThat(changes).hasSize(1);
        assertThat(changes.get(0).index()).isBetween(39, 41);
        assertThat(changes.get(0).growth()).isCloseTo(0.08, within(0.02));
    }

    @Test
    void a_stretch_that_comes_and_goes_has_two_changes() {
        double[] series = noise(3, 80, 1, 0.02);
        for (int i = 30; i < 45; i++) {
            series[i] *= 1.2;
        }

        assertThat(ChangePoints.in(series)).extracting(Change::index).containsExactly(30, 45);
    }

    @Test
    void a_single_outlier_is_no_change() {
        double[] series = noise(11, 50, 1, 0.02);
        series[20] = 3;

        assertThat(ChangePoints.in(series)).isEmpty();
    }

    @Test
    void what_is_constant_or_short_has_none() {
        assertThat(ChangePoints.in()).isEmpty();
        assertThat(ChangePoints.in(1)).isEmpty();
        assertThat(ChangePoints.in(1, 1, 1, 9, 9, 9)).isEmpty();
        assertThat(ChangePoints.in(DoubleStream.generate(() -> 5).limit(100).toArray()))
                .isEmpty();
    }

    @Test
    void the_unit_and_the_offset_do_not_matter_and_the_answer_is_always_the_same() {
        double[] scaled = Arrays.stream(NILE).map(value -> value * 1e-3 - 2).toArray();

        assertThat(ChangePoints.in(scaled)).extracting(Change::index).containsExactly(28);
        assertThat(ChangePoints.in(NILE)).isEqualTo(ChangePoints.in(NILE));
    }

    @Test
    void of_a_long_series_the_end_is_searched() {
        double[] series = noise(5, 1000, 1, 0.02);
        for (int i = 0; i < series.length; i++) {
            series[i] *= i >= 930 ? 1.2 : i < 300 ? 2 : 1;
        }

        assertThat(ChangePoints.in(series)).extracting(Change::index).containsExactly(930);
    }

    @Test
    void values_that_are_not_finite_are_refused() {
        assertThatThrownBy(() -> ChangePoints.in(1, Double.NaN)).hasMessageContaining("NaN");
    }

    /** With the level true, 400 series show more than 11 alarms less than once in a thousand times. */
    @Test
    void series_without_a_change_are_given_one_as_seldom_as_stated() {
        int normal = 0;
        int heavy = 0;
        for (int seed = 0; seed < 400; seed++) {
            normal += ChangePoints.in(noise(seed, 30, 1, 0.05)).isEmpty() ? 0 : 1;
            heavy += ChangePoints.in(heavy(seed, 30)).isEmpty() ? 0 : 1;
        }

        assertThat(normal).isLessThanOrEqualTo(11);
        assertThat(heavy).isLessThanOrEqualTo(11);
    }

    @Test
    void a_growth_of_three_deviations_is_nearly_always_seen_after_five_runs() {
        int seen = 0;
        for (int seed = 0; seed < 100; seed++) {
            double[] series = noise(1000 + seed, 35, 1, 0.02);
            for (int i = 30; i < 35; i++) {
                series[i] += 0.06;
            }
            seen += ChangePoints.in(series).isEmpty() ? 0 : 1;
        }

        assertThat(seen).isGreaterThan(80);
    }

    private static double[] noise(long seed, int n, double mean, double deviation) {
        Random random = new Random(seed);
        return DoubleStream.generate(() -> mean + deviation * random.nextGaussian())
                .limit(n)
                .toArray();
    }

    /** Lognormal, with one value in ten ten times as far out. */
    private static double[] heavy(long seed, int n) {
        Random random = new Random(seed);
        return DoubleStream.generate(() -> Math.exp((random.nextInt(10) == 0 ? 0.5 : 0.05) * random.nextGaussian()))
                .limit(n)
                .toArray();
    }
}
