package dev.flamegate.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.ServerLatency.Bucket;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.finding.Measurement.Measured;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.testing.TrialBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerEvidenceTest {
    private static final ServerLatency FAST =
            classic("GET /a", 0.3, new Bucket(0, 0.005, 60), new Bucket(0.005, 0.01, 40));
    private static final ServerLatency SLOW =
            classic("POST /b", 1.5, new Bucket(0.005, 0.01, 20), new Bucket(0.01, 0.025, 80));

    @Test
    void the_mean_is_the_sum_over_the_count_of_all_requests_and_trials() {
        Measured mean = measured("mean", Selector.ALL, List.of(FAST, SLOW), List.of(FAST));

        assertThat(mean.value()).isCloseTo((0.3 + 1.5 + 0.3) / 300, within(1e-12));
        assertThat(mean.trials().get(0)).isCloseTo(0.009, within(1e-12));
        assertThat(mean.trials().get(1)).isCloseTo(0.003, within(1e-12));
        assertThat(mean.warnings()).isEmpty();
    }

    @Test
    void a_quantile_is_drawn_from_the_buckets_of_all_requests_and_says_what_holds_it() {
        // 60 up to 5 ms, 60 up to 10 ms, 80 up to 25 ms: the 100th is 40 / 60 into the second.
        Measured p50 = measured("p50", Selector.ALL, List.of(FAST, SLOW));

        assertThat(p50.value()).isCloseTo(0.005 + 0.005 * 2 / 3, within(1e-12));
        assertThat(p50.warnings())
                .containsExactly(
                        new Warning("classic-buckets", "between 5 ms and 10 ms: the histogram's buckets tell no more"));
    }

    @Test
    void one_request_stands_alone() {
        // The 90th of its 100 is 70 / 80 into the second bucket.
        Measured p90 = measured("p90", Selector.request("POST /b"), List.of(FAST, SLOW));

        assertThat(p90.value()).isCloseTo(0.01 + 0.015 * 70 / 80, within(1e-12));
        assertThat(p90.warnings())
                .extracting(Warning::message)
                .singleElement()
                .asString()
                .contains("10 ms and 25 ms");
    }

    @Test
    void the_largest_is_the_upper_bound_of_the_last_bucket_in_use() {
        ServerLatency used =
                classic("GET /a", 1, new Bucket(0, 0.1, 5), new Bucket(0.1, 2.5, 1), new Bucket(2.5, 5, 0));
        Measured max = measured("max", Selector.ALL, List.of(used));

        assertThat(max.value()).isEqualTo(2.5);
        assertThat(max.warnings())
                .extracting(Warning::message)
                .singleElement()
                .asString()
                .contains("100 ms and 2.5 s");
    }

    @Test
    void beyond_the_last_bound_the_warning_says_above() {
        ServerLatency open = classic("GET /a", 50, new Bucket(0, 10, 1), new Bucket(10, Double.POSITIVE_INFINITY, 3));
        Measured p99 = measured("p99", Selector.ALL, List.of(open));

        assertThat(p99.value()).isEqualTo(10);
        assertThat(p99.warnings())
                .extracting(Warning::message)
                .containsExactly("above 10 s: the histogram's buckets tell no more");
    }

    @Test
    void a_narrow_bucket_needs_no_warning_and_a_wide_one_does_whatever_the_resolution() {
        assertThat(measured("p50", Selector.ALL, List.of(histogram("native", 0.5, new Bucket(0.92, 1, 10))))
                        .warnings())
                .isEmpty();
        assertThat(measured("p50", Selector.ALL, List.of(histogram("classic", 0.5, new Bucket(0.92, 1, 10))))
                        .warnings())
                .isEmpty();
        assertThat(measured("p50", Selector.ALL, List.of(histogram("native", 0.5, new Bucket(0.5, 1, 10))))
                        .warnings())
                .extracting(Warning::message)
                .containsExactly("between 500 ms and 1 s: the histogram's buckets tell no more");
    }

    @Test
    void a_summary_has_a_mean_and_no_percentile() {
        List<ServerLatency> summary = List.of(histogram("classic", 0.5, new Bucket(0, Double.POSITIVE_INFINITY, 10)));

        assertThat(measure("p99", Selector.ALL, summary)).isInstanceOf(Measurement.Missing.class);
        assertThat(measured("mean", Selector.ALL, summary).value()).isPositive();
    }

    @Test
    void a_trial_without_observations_has_no_value() {
        ServerLatency empty = classic("GET /a", 0);

        for (String statistic : List.of("mean", "p99", "max")) {
            assertThat(measure(statistic, Selector.ALL, List.of(FAST), List.of(empty)))
                    .as(statistic)
                    .isInstanceOf(Measurement.Missing.class);
            assertThat(measure(statistic, Selector.ALL, List.of(FAST), List.of()))
                    .as(statistic)
                    .isInstanceOf(Measurement.Missing.class);
        }
    }

    @SafeVarargs
    private static Measured measured(String statistic, Selector selector, List<ServerLatency>... trials) {
        return (Measured) measure(statistic, selector, trials);
    }

    @SafeVarargs
    private static Measurement measure(String statistic, Selector selector, List<ServerLatency>... trials) {
        double[] costs = new double[trials.length];
        List<Trial> plain = Runs.costing(costs).run().trials();
        List<Trial> served = new ArrayList<>();
        for (Trial trial : plain) {
            served.add(serving(trial, trials[served.size()]));
        }
        List<Measurement> all = Evidence.of(
                Runs.of(served), Indicators.find("server.latency." + statistic).orElseThrow(), selector);
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private static Trial serving(Trial trial, List<ServerLatency> latency) {
        return TrialBuilder.like(trial).serverLatency(latency).build();
    }

    private static ServerLatency classic(String request, double sum, Bucket... buckets) {
        return new ServerLatency(request, count(buckets), sum, List.of(buckets), "classic");
    }

    private static ServerLatency histogram(String resolution, double sum, Bucket... buckets) {
        return new ServerLatency("GET /a", count(buckets), sum, List.of(buckets), resolution);
    }

    private static double count(Bucket... buckets) {
        double count = 0;
        for (Bucket bucket : buckets) {
            count += bucket.count();
        }
        return count;
    }
}
