package dev.flamegate.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.Cases;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Expected numbers come from SciPy 1.17: ttest_rel, t.isf, f.pdf, permutation_test and fisher_exact. */
class PairedStatisticsTest {
    private static final double[] BASELINE = logs(4.40, 4.50, 4.35, 4.62, 4.48);
    private static final double[] CANDIDATE = logs(4.66, 4.71, 4.70, 4.79, 4.81);

    @Test
    void a_change_without_a_past_is_students_paired_one() {
        Change change = PairedSample.ofLogs(BASELINE, CANDIDATE, PairPrior.NONE)
                .first(5)
                .change();

        assertThat(change.estimate()).isCloseTo(0.05752356522015276, within(1e-12));
        assertThat(change.error()).isCloseTo(0.007673109006950492, within(1e-12));
        assertThat(change.pLarger()).isCloseTo(0.00084681097762813, within(1e-12));
    }

    @Test
    void a_past_moderates_the_error() {
        PairedChange paired = PairedSample.ofLogs(BASELINE, CANDIDATE, PairPrior.of(new VariancePrior(0.03 * 0.03, 8)))
                .first(5);

        assertThat(paired.change().error()).isCloseTo(0.011628309703124244, within(1e-12));
        assertThat(paired.change().degrees()).isCloseTo(12, within(1e-9));
        assertThat(paired.change().pLarger()).isCloseTo(0.0005684343439396848, within(1e-12));
        assertThat(paired.change().upper(0.1 / 6)).isCloseTo(0.08574982875841138, within(1e-9));
        assertThat(new Estimate.Paired(paired, Math.log(1.10)).pHarmful()).isCloseTo(0.0044063360649456, within(1e-12));
    }

    @Test
    void all_values_of_time_together_say_how_loud_a_comparison_is() {
        assertSpread(
                PairPrior.of(new VariancePrior(0.03 * 0.03, 8)),
                0.011267327529914908,
                0.00023571836029531035,
                0.0035035956536641185);
        assertSpread(
                PairPrior.unseen(0.05, PairPrior.Swings.OFTEN),
                0.007924989101948452,
                0.0001778852325236116,
                0.001440151946228257);
    }

    private static void assertSpread(PairPrior prior, double error, double larger, double harmful) {
        PairedSample sample = PairedSample.ofLogs(BASELINE, CANDIDATE, prior);
        double[] quiet = {0.01, -0.012, 0.008, 0.002, -0.005};
        double[] loud = {0.02, -0.03, 0.01, 0.04, -0.02};
        Loudness loudness = Loudness.of(List.of(
                List.of(sample),
                List.of(PairedSample.ofLogs(new double[5], quiet, prior)),
                List.of(PairedSample.ofLogs(new double[5], loud, prior))));

        PairedChange paired = sample.in(loudness).first(5);

        assertThat(paired.change().error()).isCloseTo(error, within(1e-12));
        assertThat(paired.change().pLarger()).isCloseTo(larger, within(1e-12));
        assertThat(new Estimate.Paired(paired, Math.log(1.10)).pHarmful()).isCloseTo(harmful, within(1e-12));
    }

    @Test
    void values_of_one_kind_count_as_one() {
        PairPrior prior = PairPrior.of(new VariancePrior(0.03 * 0.03, 8));
        PairedSample sample = PairedSample.ofLogs(BASELINE, CANDIDATE, prior);

        double alone = error(sample, List.of(List.of(sample)));

        assertThat(error(sample, List.of(List.of(sample, sample, sample)))).isCloseTo(alone, within(1e-12));
        assertThat(error(sample, List.of(List.of(sample), List.of(sample)))).isLessThan(alone - 1e-4);
    }

    private static double error(PairedSample sample, List<List<PairedSample>> kinds) {
        return sample.in(Loudness.of(kinds)).first(5).change().error();
    }

    @Test
    void exchanged_arms_see_the_change_the_other_way_round() {
        Cases.check(1, 200, random -> {
            double[] x = noise(random, 8, 0.05);
            double[] y = noise(random, 8, 0.05);
            Change there = PairedSample.ofLogs(x, y, PairPrior.NONE).first(8).change();
            Change back = PairedSample.ofLogs(y, x, PairPrior.NONE).first(8).change();

            assertThat(back.estimate()).isCloseTo(-there.estimate(), within(1e-12));
            assertThat(back.error()).isCloseTo(there.error(), within(1e-12));
        });
    }

    @Test
    void neither_the_unit_nor_the_order_of_pairs_matters() {
        Cases.check(2, 200, random -> {
            List<double[]> pairs = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                double slow = random.nextInt(5) == 0 ? 0.8 : 0;
                pairs.add(new double[] {slow + 0.03 * random.nextGaussian(), 0.1 + 0.03 * random.nextGaussian()});
            }
            PairedChange before = of(pairs, 0);
            Collections.shuffle(pairs, random);
            PairedChange after = of(pairs, Math.log(1000));

            assertThat(after.change().estimate()).isCloseTo(before.change().estimate(), within(1e-9));
            assertThat(after.change().error()).isCloseTo(before.change().error(), within(1e-9));
            assertThat(after.used()).isEqualTo(before.used());
        });
    }

    @Test
    void a_slow_restart_of_either_arm_does_not_hide_a_growth() {
        PairedChange paired = PairedSample.ofLogs(
                        logs(10, 10.1, 25, 9.9, 10, 10.2), logs(11, 11.2, 11.1, 27.5, 11, 11.1), PairPrior.NONE)
                .first(6);

        assertThat(paired.used()).isEqualTo(4);
        assertThat(paired.modes().slowBaseline()).isEqualTo(1);
        assertThat(paired.modes().slowCandidate()).isEqualTo(1);
        assertThat(paired.modes().factor()).isCloseTo(2.5, within(0.1));
        assertThat(paired.change().estimate()).isCloseTo(Math.log(1.1), within(0.01));
        assertThat(paired.change().pLarger()).isLessThan(0.001);
    }

    @Test
    void a_pair_of_two_slow_restarts_is_a_pair_of_like_ones() {
        PairedChange paired = PairedSample.ofLogs(
                        logs(10, 25, 10.1, 10, 9.9), logs(10.1, 25.2, 10, 9.9, 10), PairPrior.NONE)
                .first(5);

        assertThat(paired.used()).isEqualTo(5);
        assertThat(paired.modes().slowCandidate()).isEqualTo(1);
    }

    @Test
    void usual_scatter_is_of_one_mode() {
        Cases.check(3, 500, random -> {
            double[] x = noise(random, 3 + random.nextInt(10), 0.03);
            double[] y = noise(random, x.length, 0.03);

            assertThat(PairedSample.ofLogs(x, y, PairPrior.NONE)
                            .first(x.length)
                            .modes()
                            .any())
                    .isFalse();
        });
    }

    @Test
    void neighbours_in_whole_milliseconds_are_of_one_mode() {
        double[] before = logs(4, 4, 5.01, 5.01);
        double[] after = logs(16, 16.1, 16.2, 16);

        assertThat(modes(before, after, 0).slowBaseline()).isEqualTo(2);
        assertThat(modes(before, after, Math.log1p(1 / 4.0)).any()).isFalse();
        assertThat(modes(logs(4, 4, 16, 4), logs(16, 16, 17, 16), Math.log1p(1 / 4.0))
                        .slowBaseline())
                .isEqualTo(1);
    }

    @Test
    void where_too_few_restarts_are_alike_all_pairs_tell_a_large_growth() {
        double[] before = logs(10, 10.1, 9.9, 10, 10.2, 10);
        double[] after = logs(56, 104, 79, 105, 73, 96);

        PairedChange three = PairedSample.ofLogs(before, logs(56, 104, 57, 105, 56.5, 106), PairPrior.NONE)
                .first(6);
        assertThat(three.modes().slowCandidate()).isEqualTo(3);
        assertThat(three.used()).isEqualTo(3);
        assertThat(three.change().pLarger()).isLessThan(0.001);
        PairedChange six = PairedSample.ofLogs(before, after, PairPrior.NONE).first(6);
        assertThat(six.used()).isEqualTo(6);
        assertThat(six.change().pLarger()).isLessThan(0.0001);
    }

    @Test
    void where_no_restarts_are_alike_usual_noise_says_nothing() {
        double[] before = logs(10, 25, 10.1, 25.2);
        double[] after = logs(25.1, 10, 25, 10.1);

        PairedChange none = PairedSample.ofLogs(before, after, PairPrior.of(new VariancePrior(0.03 * 0.03, 20)))
                .first(4);
        assertThat(none.modes().alike()).isZero();
        assertThat(none.used()).isEqualTo(4);
        assertThat(none.isOfLike()).isFalse();
        Moments all = Moments.of(
                new double[] {after[0] - before[0], after[1] - before[1], after[2] - before[2], after[3] - before[3]});
        assertThat(none.change().spread()).isEqualTo(PairPrior.UNKNOWN.spread(all, new double[0]));
    }

    @Test
    void one_freak_fast_restart_does_not_make_all_others_slow() {
        Modes modes = PairedSample.ofLogs(
                        logs(10, 10.1, 10, 9.9, 10, 10.2), logs(10, 10.1, 5, 10.1, 9.9, 10), PairPrior.NONE)
                .first(6)
                .modes();

        assertThat(modes.slowCandidate()).isZero();
        assertThat(modes.areAlike(2)).isFalse();
        assertThat(modes.areAlike(3)).isTrue();
    }

    @Test
    void how_often_each_arm_was_slow_is_fishers_question() {
        Modes four = PairedSample.ofLogs(
                        logs(10, 10, 10.1, 10, 9.9, 10), logs(25, 10, 25.1, 25, 9.9, 25.3), PairPrior.NONE)
                .first(6)
                .modes();
        Modes five = PairedSample.ofLogs(
                        logs(10, 10, 10.1, 10, 9.9, 10, 25, 10),
                        logs(25, 10, 25.1, 25, 9.9, 25.3, 25, 10),
                        PairPrior.NONE)
                .first(8)
                .modes();

        assertThat(four.pMoreOften()).isCloseTo(0.030303030303030304, within(1e-12));
        assertThat(five.pMoreOften()).isCloseTo(0.05944055944055943, within(1e-12));
        assertThat(four.isMoreOften()).isTrue();
        assertThat(five.isMoreOften()).isFalse();
    }

    @Test
    void fisher_counted_863_of_darwins_32768_sign_patterns() {
        // Fisher, "The Design of Experiments" (1935), section 21: Darwin's crossed and self-fertilised maize.
        List<Double> maize = doubles(49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48);

        assertThat(SignFlip.p(maize)).isEqualTo(863.0 / 32768);
        assertThat(HodgesLehmann.estimate(maize)).isEqualTo(25);
    }

    @Test
    void sign_patterns_and_pairwise_means_of_fractions() {
        List<Double> values = doubles(0.05, -0.01, 0.07, 0.02, 0.04, 0.03, -0.02);

        assertThat(SignFlip.p(values)).isEqualTo(0.0546875);
        assertThat(HodgesLehmann.estimate(values)).isCloseTo(0.0275, within(1e-15));
        assertThatThrownBy(() -> SignFlip.p(List.of())).hasMessageStartingWith("0 differences");
    }

    @Test
    void values_in_unequal_numbers_are_no_pairs() {
        assertThatThrownBy(() -> PairedSample.ofValues(new double[2], new double[3]))
                .hasMessageStartingWith("2, 3");
    }

    private static Modes modes(double[] before, double[] after, double step) {
        return PairedSample.ofLogs(before, after, PairPrior.NONE, step)
                .first(before.length)
                .modes();
    }

    private static PairedChange of(List<double[]> pairs, double shift) {
        return PairedSample.ofLogs(
                        pairs.stream().mapToDouble(pair -> pair[0] + shift).toArray(),
                        pairs.stream().mapToDouble(pair -> pair[1] + shift).toArray(),
                        PairPrior.NONE)
                .first(pairs.size());
    }

    private static double[] noise(Random random, int n, double sd) {
        return random.doubles(n).map(ignored -> sd * random.nextGaussian()).toArray();
    }

    private static double[] logs(double... values) {
        return Arrays.stream(values).map(Math::log).toArray();
    }

    private static List<Double> doubles(double... values) {
        return Arrays.stream(values).boxed().toList();
    }
}
