package dev.flamegate.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.ServerLatency.Bucket;
import java.util.List;
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

    private static ServerLatency histogram(String resolution) {
        return new ServerLatency("a", 100, 20, BUCKETS, resolution);
    }
}
