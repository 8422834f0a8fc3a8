package dev.flamegate.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.flamegate.model.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Expected numbers come from SciPy 1.x: ttest_ind, t.isf, polygamma and brentq. */
class StatisticsTest {
    @Test
    void the_unpaired_change_is_students_where_nothing_is_borrowed() {
        Change change = Change.unpaired(
                logs(11.2, 10.9, 11.5), List.of(logs(4.4, 4.5, 4.35)), VariancePrior.NONE, VariancePrior.Pooled.ZERO);

        assertThat(change.estimate()).isCloseTo(0.9303886067014229, within(1e-12));
        assertThat(change.error()).isCloseTo(0.018397047264055815, within(1e-12));
        assertThat(change.degrees()).isEqualTo(4);
        assertThat(change.pLarger()).isCloseTo(4.5743040444136576e-07, within(1e-14));
        assertThat(change.lower(0.005)).isCloseTo(0.8456868557450001, within(1e-9));
        assertThat(change.upper(0.005)).isCloseTo(1.0150903576578456, within(1e-9));
        assertThat(change.detectable(0.005)).isCloseTo(0.1129082192458321, within(1e-9));
    }

    @Test
    void drift_between_runs_widens_the_error() {
        Change without =
                Change.unpaired(logs(10, 11), List.of(logs(10, 10.5)), VariancePrior.NONE, VariancePrior.Pooled.ZERO);
        Change with = Change.unpaired(
                logs(10, 11), List.of(logs(10, 10.5)), VariancePrior.NONE, new VariancePrior.Pooled(0.03 * 0.03, 3));

        assertThat(with.error() * with.error() - without.error() * without.error())
                .isCloseTo(2 * 0.03 * 0.03, within(1e-12));
    }

    /** That of a median is larger than that of a mean: by 43 % with five runs. */
    @Test
    void the_error_against_several_runs_is_that_of_their_median() {
        Random random = new Random(11);
        for (int k : new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 20}) {
            double squares = 0;
            for (int i = 0; i < 40_000; i++) {
                double median = Median.of(
                        random.doubles(k).map(x -> random.nextGaussian()).toArray());
                squares += median * median / 40_000;
            }
            List<Moments> runs = Collections.nCopies(k, new Moments(3, 0, 0));
            Change change =
                    Change.unpaired(new Moments(3, 0, 0), runs, VariancePrior.NONE, new VariancePrior.Pooled(1, 1000));
            assertThat(change.error() * change.error() - 1).as("of " + k).isCloseTo(squares, withinPercentage(3.5));
        }
    }

    @Test
    void one_trial_on_each_side_shows_nothing() {
        Change change = Change.unpaired(logs(20), List.of(logs(10)), VariancePrior.NONE, VariancePrior.Pooled.ZERO);

        assertThat(change.pLarger()).isEqualTo(1);
        assertThat(change.lower(0.05)).isNegative().isInfinite();
        assertThat(change.detectable(0.05)).isPositive().isInfinite();
    }

    @Test
    void a_prior_of_variances_that_differ_wildly_weighs_little() {
        VariancePrior prior = VariancePrior.fit(variances(3, 1e-4, 9e-3, 4e-5, 2e-3, 6e-4, 3e-2, 1e-3));

        assertThat(prior.variance()).isCloseTo(0.00045268296605707086, within(1e-9));
        assertThat(prior.degrees()).isCloseTo(1.0516872629883072, within(1e-6));
    }

    @Test
    void a_prior_of_variances_alike_weighs_no_more_than_the_cap() {
        VariancePrior prior =
                VariancePrior.fit(variances(2, 0.0009, 0.0004, 0.0016, 0.0012, 0.0007, 0.0030, 0.0002, 0.0011));

        assertThat(prior.variance()).isCloseTo(0.001544231087892331, within(1e-12));
        assertThat(prior.degrees()).isEqualTo(VariancePrior.MAX_DEGREES);
    }

    @Test
    void few_past_samples_are_no_prior() {
        assertThat(VariancePrior.fit(variances(2, 1e-4, 1e-4, 1e-4, 1e-4))).isEqualTo(VariancePrior.NONE);
    }

    @Test
    void noise_far_beyond_the_past_stands_for_itself() {
        VariancePrior prior = new VariancePrior(1e-4, 10);

        assertThat(prior.moderate(1.5e-4, 4)).isEqualTo(new VariancePrior.Pooled((10 * 1e-4 + 4 * 1.5e-4) / 14, 14));
        assertThat(prior.moderate(1e-2, 4)).isEqualTo(new VariancePrior.Pooled(1e-2, 4));
    }

    @Test
    void the_spread_of_runs_beyond_their_trials_is_found_again() {
        Random random = new Random(7);
        List<Moments> runs = IntStream.range(0, 4000)
                .mapToObj(run -> {
                    double drift = 0.05 * random.nextGaussian();
                    return Moments.of(List.of(
                            drift + 0.02 * random.nextGaussian(),
                            drift + 0.02 * random.nextGaussian(),
                            drift + 0.02 * random.nextGaussian()));
                })
                .toList();

        assertThat(Math.sqrt(RunToRun.variance(runs).variance())).isCloseTo(0.05, within(0.003));
    }

    @Test
    void neither_a_trend_nor_a_step_is_spread_of_runs() {
        Random random = new Random(7);
        List<Moments> runs = IntStream.range(0, 4000)
                .mapToObj(run -> {
                    double mean = 0.05 * random.nextGaussian() + 0.03 * run + (run > 2000 ? 7 : 0);
                    return Moments.of(
                            List.of(mean + 0.02 * random.nextGaussian(), mean + 0.02 * random.nextGaussian()));
                })
                .toList();

        assertThat(Math.sqrt(RunToRun.varianceAroundTrend(runs).variance())).isCloseTo(0.05, within(0.003));
        assertThat(Math.sqrt(RunToRun.variance(runs).variance())).isGreaterThan(10);
    }

    @Test
    void one_step_of_the_level_is_no_spread_of_runs_and_one_loud_run_is() {
        Random random = new Random(7);
        List<Moments> runs = new ArrayList<>();
        for (int run = 0; run < 20; run++) {
            double mean = 0.03 * random.nextGaussian() + (run < 12 ? 0 : 0.26);
            runs.add(Moments.of(List.of(mean - 0.01, mean, mean + 0.01)));
        }

        assertThat(Math.sqrt(RunToRun.variance(runs).variance())).isBetween(0.02, 0.05);
        assertThat(RunToRun.variance(runs).degrees()).isEqualTo(18);
        runs.set(4, Moments.of(List.of(0.79, 0.8, 0.81)));
        assertThat(Math.sqrt(RunToRun.variance(runs).variance())).isGreaterThan(0.15);
    }

    @Test
    void holms_levels_step_down_until_the_first_that_is_not_significant() {
        assertThat(Holm.levels(new double[] {0.04, 0.001, 0.9, 0.0019}, 0.006))
                .containsExactly(0.003, 0.0015, 0.003, 0.002);
        assertThat(Holm.levels(new double[0], 0.01)).isEmpty();
    }

    @Test
    void a_positive_value_has_its_interval_by_factors() {
        Interval interval =
                MeanInterval.of(10.1, List.of(10.0, 11.0, 9.5), 0.95).orElseThrow();

        assertThat(interval.low()).isCloseTo(8.395771913758512, within(1e-9));
        assertThat(interval.high()).isCloseTo(12.150163325998866, within(1e-9));
        assertThat(MeanInterval.of(10, List.of(10.0), 0.95)).isEmpty();
    }

    @Test
    void values_that_are_none_are_refused() {
        assertThatThrownBy(() -> Moments.of(List.of(1.0, Double.NaN))).hasMessageStartingWith("NaN");
        assertThatThrownBy(() -> Moments.of(List.of())).hasMessageStartingWith("no values");
    }

    @Test
    void unchanged_builds_alarm_as_seldom_as_the_level_says() {
        Random random = new Random(42);
        int jobs = 20_000;
        int alarms = 0;
        for (int job = 0; job < jobs; job++) {
            Moments candidate = noisy(random);
            Moments baseline = noisy(random);
            if (Change.unpaired(candidate, List.of(baseline), VariancePrior.NONE, VariancePrior.Pooled.ZERO)
                            .pLarger()
                    <= 0.01) {
                alarms++;
            }
        }
        // Binomial: 200 expected, standard deviation 14.
        assertThat(alarms).isBetween(140, 260);
    }

    private static Moments noisy(Random random) {
        return Moments.of(
                DoubleStream.generate(random::nextGaussian).limit(3).boxed().toList());
    }

    private static Moments logs(double... values) {
        return Moments.of(Arrays.stream(values).map(Math::log).boxed().toList());
    }

    private static List<Moments> variances(int degrees, double... variances) {
        return Arrays.stream(variances)
                .mapToObj(variance -> new Moments(degrees + 1, 0, variance))
                .toList();
    }
}
