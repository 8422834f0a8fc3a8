package dev.flamegate.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.ServerLatency.Bucket;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BucketQuantileTest {
    private static final List<Bucket> BUCKETS = List.of(
            new Bucket(0, 0.1, 50),
            new Bucket(0.1, 0.2, 0),
            new Bucket(0.2, 0.4, 40),
            new Bucket(0.4, Double.POSITIVE_INFINITY, 10));

    @Test
    void a_quantile_is_interpolated_and_says_the_bounds_of_its_bucket() {
        assertThat(BucketQuantile.of(histogram("classic"), 0.7))
                .hasValueSatisfying(found -> assertThat(found.estimate()).isCloseTo(0.3, within(1e-9)))
                .hasValueSatisfying(found -> assertThat(found.lower()).isEqualTo(0.2))
                .hasValueSatisfying(found -> assertThat(found.upper()).isEqualTo(0.4));
    }

    @Test
    void a_tail_that_falls_bounds_a_quantile_inside_its_bucket() {
        ServerLatency falling =
                classic(new Bucket(8, 9, 880), new Bucket(9, 12, 90), new Bucket(12, 16, 20), new Bucket(16, 20, 10));

        // The 980th of 1000 is 10 of 20 into the bucket; at the densities before and after it, 30 and 2.5 a second.
        assertThat(BucketQuantile.of(falling, 0.98))
                .hasValueSatisfying(found -> assertThat(found.estimate()).isEqualTo(14))
                .hasValueSatisfying(found -> assertThat(found.lower()).isCloseTo(12 + 10 / 30.0, within(1e-9)))
                .hasValueSatisfying(found -> assertThat(found.upper()).isEqualTo(14));
        // The 988th is 18 into it, and 2 / 2.5 below its end.
        assertThat(BucketQuantile.of(falling, 0.988))
                .hasValueSatisfying(found -> assertThat(found.lower()).isCloseTo(15.2, within(1e-9)))
                .hasValueSatisfying(found -> assertThat(found.upper()).isCloseTo(15.6, within(1e-9)));
    }

    @Test
    void a_peak_a_gap_or_a_wide_bucket_leaves_the_whole_bucket_open() {
        Bucket most = new Bucket(9, 12, 900);
        Bucket last = new Bucket(16, 20, 10);
        ServerLatency peak = classic(new Bucket(9, 12, 60), new Bucket(12, 16, 930), last);
        ServerLatency gap = classic(new Bucket(9, 11, 970), new Bucket(12, 16, 20), last);
        ServerLatency wide = classic(most, new Bucket(12, 17, 90), new Bucket(17, 20, 10));

        assertThat(Stream.of(peak, gap)
                        .map(latency -> BucketQuantile.of(latency, 0.98).orElseThrow()))
                .allSatisfy(found ->
                        assertThat(List.of(found.lower(), found.upper())).containsExactly(12.0, 16.0));
        assertThat(BucketQuantile.of(wide, 0.98))
                .hasValueSatisfying(found ->
                        assertThat(List.of(found.lower(), found.upper())).containsExactly(12.0, 17.0));
        assertThat(BucketQuantile.of(classic(most, new Bucket(12, 16, 90), last), 0.5))
                .hasValueSatisfying(found -> assertThat(found.upper()).isEqualTo(12));
    }

    @Test
    void bounds_are_in_order_whatever_is_rounded() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1000; i++) {
            double step = Math.exp(random.nextDouble()) / 3;
            int count = 1 + random.nextInt(3);
            ServerLatency equal = classic(
                    new Bucket(3 * step, 4 * step, 60),
                    new Bucket(4 * step, 5 * step, count),
                    new Bucket(5 * step, 6 * step, count),
                    new Bucket(6 * step, 7 * step, count));
            double quantile = (60 + count * (1 + random.nextDouble())) / (60 + 3 * count);

            assertThat(BucketQuantile.of(equal, quantile))
                    .hasValueSatisfying(found ->
                            assertThat(found.lower()).isGreaterThan(4.9 * step).isLessThanOrEqualTo(found.upper()));
        }
    }

    @Test
    void exponential_buckets_are_interpolated_by_ratio() {
        assertThat(BucketQuantile.of(histogram("native"), 0.7))
                .hasValueSatisfying(found -> assertThat(found.estimate()).isCloseTo(0.2 * Math.sqrt(2), within(1e-9)));
    }

    @Test
    void nothing_is_invented_beyond_the_last_bound() {
        assertThat(BucketQuantile.of(histogram("classic"), 0.99))
                .hasValue(new BucketQuantile(0.4, 0.4, Double.POSITIVE_INFINITY));
    }

    @Test
    void the_edges_are_those_of_the_occupied_buckets() {
        assertThat(BucketQuantile.of(histogram("classic"), 0)).hasValue(new BucketQuantile(0, 0, 0.1));
        assertThat(BucketQuantile.of(histogram("classic"), 0.5)).hasValue(new BucketQuantile(0.1, 0, 0.1));
    }

    @Test
    void an_empty_histogram_has_no_quantile() {
        assertThat(BucketQuantile.of(new ServerLatency("a", 0, 0, List.of(), "classic"), 0.5))
                .isEmpty();
        assertThatThrownBy(() -> BucketQuantile.of(histogram("classic"), 1.5)).hasMessageStartingWith("1.5");
    }

    @Test
    void equal_buckets_of_several_histograms_add_up() {
        ServerLatency slow = classic(new Bucket(0.2, 0.4, 10), new Bucket(0.4, 0.8, 90));

        // 50 up to 0.1 and 40 + 10 up to 0.4: the 75th of 200 is halfway through the latter.
        assertThat(BucketQuantile.of(List.of(histogram("classic"), slow), 0.375))
                .hasValueSatisfying(found -> assertThat(found.estimate()).isCloseTo(0.3, within(1e-9)))
                .hasValueSatisfying(found -> assertThat(found.lower()).isEqualTo(0.2))
                .hasValueSatisfying(found -> assertThat(found.upper()).isEqualTo(0.4));
    }

    @Test
    void native_histograms_of_different_schemas_are_cut_at_the_finer_bounds() {
        ServerLatency coarse = nativeOne(new Bucket(1, 4, 10));
        ServerLatency fine = nativeOne(new Bucket(1, 2, 10), new Bucket(2, 4, 20));

        // The coarse ten spread as 5 and 5: 15 up to 2 and 25 up to 4, so the 20th of 40 is 5 / 25 into the second.
        // Of the lower bounds the 20th is 1, of the upper ones 4.
        assertThat(BucketQuantile.of(List.of(coarse, fine), 0.5))
                .hasValueSatisfying(found -> assertThat(found.estimate()).isCloseTo(2 * Math.pow(2, 0.2), within(1e-9)))
                .hasValueSatisfying(found -> assertThat(found.lower()).isEqualTo(1))
                .hasValueSatisfying(found -> assertThat(found.upper()).isEqualTo(4));
    }

    @Test
    void classic_histograms_of_different_bounds_keep_what_is_sure() {
        ServerLatency endsAtOne = classic(new Bucket(0, 0.5, 80), new Bucket(1, Double.POSITIVE_INFINITY, 20));
        ServerLatency endsAtTen = classic(new Bucket(0, 0.4, 90), new Bucket(5, 10, 10));
        List<ServerLatency> both = List.of(endsAtOne, endsAtTen);

        // 64 + 90 are spread up to 0.4, so the 77th of 200 is at half of it.
        assertThat(BucketQuantile.of(both, 0.385))
                .hasValueSatisfying(found -> assertThat(found.estimate()).isCloseTo(0.2, within(1e-9)));
        assertThat(BucketQuantile.of(both, 0.8))
                .hasValueSatisfying(found -> assertThat(found.upper()).isEqualTo(0.5));
        // 170 end by 0.5 and 180 by 10; 190 begin by 1 and the last ten at 5.
        assertThat(BucketQuantile.of(both, 0.9)).hasValue(new BucketQuantile(10, 1, 10));
        assertThat(BucketQuantile.of(both, 0.99)).hasValue(new BucketQuantile(5, 5, Double.POSITIVE_INFINITY));
    }

    @Test
    void the_largest_is_the_upper_bound_of_the_last_bucket_in_use() {
        ServerLatency latency = classic(new Bucket(0, 1, 5), new Bucket(1, 2, 5), new Bucket(2, 4, 0));

        assertThat(BucketQuantile.of(latency, 1)).hasValue(new BucketQuantile(2, 1, 2));
    }

    @Test
    void a_zero_bucket_without_width_counts() {
        ServerLatency latency = nativeOne(new Bucket(0, 0, 50), new Bucket(1, 2, 50));

        assertThat(BucketQuantile.of(latency, 0.25)).hasValue(new BucketQuantile(0, 0, 0));
        assertThat(BucketQuantile.of(latency, 1)).hasValue(new BucketQuantile(2, 1, 2));
    }

    @Test
    void width_is_held_against_the_upper_bound() {
        assertThat(new BucketQuantile(1, 0.91, 1).isWiderThan(0.1)).isFalse();
        assertThat(new BucketQuantile(1, 0.89, 1).isWiderThan(0.1)).isTrue();
        assertThat(new BucketQuantile(1, 1, Double.POSITIVE_INFINITY).isWiderThan(0.1))
                .isTrue();
        assertThat(new BucketQuantile(0, 0, 0).isWiderThan(0.1)).isFalse();
    }

    private static ServerLatency classic(Bucket... buckets) {
        return new ServerLatency("a", 100, 20, List.of(buckets), "classic");
    }

    private static ServerLatency nativeOne(Bucket... buckets) {
        return new ServerLatency("a", 100, 20, List.of(buckets), "native");
    }

    private static ServerLatency histogram(String resolution) {
        return new ServerLatency("a", 100, 20, BUCKETS, resolution);
    }
}
