package dev.flamegate.collect.prometheus;

import dev.flamegate.model.ServerLatency.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A histogram: over the target's whole life as scraped, or over part of it.
 *
 * @param count observations
 * @param sum of the observations
 * @param classic cumulative counts by upper bound; may be empty with native buckets
 * @param nativeBuckets exponential buckets; {@code null} without
 */
public record Histogram(
        double count,
        double sum,
        TreeMap<Double, Double> classic,
        @Nullable NativeBuckets nativeBuckets) {
    static final Histogram EMPTY = new Histogram(0, 0, new TreeMap<>(), null);

    public Histogram {
        classic = new TreeMap<>(classic);
    }

    /** True if the target was reset after {@code earlier}. */
    boolean isResetSince(Histogram earlier) {
        return count < earlier.count;
    }

    /** The observations since an earlier scrape of the same series, which was not reset in between. */
    Histogram minus(Histogram earlier) {
        TreeMap<Double, Double> increments = new TreeMap<>();
        classic.forEach((bound, cumulated) -> {
            Double before = earlier.count == 0 ? Double.valueOf(0) : earlier.classic.get(bound);
            if (before != null) {
                increments.put(bound, cumulated - before);
            }
        });
        NativeBuckets now = nativeBuckets;
        NativeBuckets before = earlier.nativeBuckets;
        return new Histogram(
                count - earlier.count,
                sum - earlier.sum,
                increments,
                now == null || before == null ? now : now.minus(before));
    }

    /** The sum of two histograms; of classic buckets those that both have. */
    Histogram plus(Histogram other) {
        if (other.count == 0) {
            return this;
        }
        if (count == 0) {
            return other;
        }
        TreeMap<Double, Double> sums = new TreeMap<>();
        classic.forEach((bound, cumulated) -> {
            Double more = other.classic.get(bound);
            if (more != null) {
                sums.put(bound, cumulated + more);
            }
        });
        NativeBuckets here = nativeBuckets;
        NativeBuckets there = other.nativeBuckets;
        return new Histogram(
                count + other.count, sum + other.sum, sums, here == null || there == null ? null : here.plus(there));
    }

    /** Buckets by rising bounds, not cumulated, times multiplied by {@code scale}. */
    List<Bucket> buckets(double scale) {
        List<Bucket> buckets = new ArrayList<>();
        for (Bucket bucket : nativeBuckets == null ? classicBuckets() : nativeBuckets.buckets()) {
            buckets.add(new Bucket(bucket.lower() * scale, bucket.upper() * scale, bucket.count()));
        }
        return buckets;
    }

    private List<Bucket> classicBuckets() {
        List<Bucket> buckets = new ArrayList<>();
        double lower = 0;
        double below = 0;
        for (Map.Entry<Double, Double> bucket : classic.entrySet()) {
            // Scrapes are not atomic: a later bucket may lack an observation that an earlier one has.
            double cumulated = Math.max(below, bucket.getValue());
            if (bucket.getKey() > 0) {
                buckets.add(new Bucket(lower, bucket.getKey(), cumulated - below));
                lower = bucket.getKey();
                below = cumulated;
            }
        }
        if (below < count && lower < Double.POSITIVE_INFINITY) {
            buckets.add(new Bucket(lower, Double.POSITIVE_INFINITY, count - below));
        }
        return buckets;
    }
}
