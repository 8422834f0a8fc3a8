package dev.flamegate.collect.prometheus;

import dev.flamegate.model.ServerLatency.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A histogram since the start of the target.
 *
 * @param count observations
 * @param sum of the observations
 * @param classic cumulative counts by upper bound, as exposed; may be empty beside native buckets
 * @param nativeBuckets exponential buckets; {@code null} without
 */
record Histogram(
        double count,
        double sum,
        TreeMap<Double, Double> classic,
        @Nullable NativeBuckets nativeBuckets) {
    Histogram {
        classic = new TreeMap<>(classic);
    }

    /** Whether the target began to count anew after {@code earlier}. */
    boolean isResetSince(Histogram earlier) {
        return count < earlier.count;
    }

    /** Buckets of what was observed since an earlier scrape; {@code null} stands for nothing before. */
    List<Bucket> since(@Nullable Histogram earlier) {
        NativeBuckets now = nativeBuckets;
        if (now != null) {
            NativeBuckets before = earlier == null ? null : earlier.nativeBuckets;
            return before == null ? now.buckets() : now.minus(before).buckets();
        }
        return classicSince(earlier);
    }

    private List<Bucket> classicSince(@Nullable Histogram earlier) {
        TreeMap<Double, Double> increments = new TreeMap<>();
        double below = 0;
        for (Map.Entry<Double, Double> bucket : classic.entrySet()) {
            Double before = earlier == null ? null : earlier.classic.get(bucket.getKey());
            double cumulated = bucket.getValue() - (before == null ? 0 : before);
            increments.put(bucket.getKey(), Math.max(0, cumulated - below));
            below = Math.max(below, cumulated);
        }
        List<Bucket> buckets = new ArrayList<>();
        double lower = 0;
        for (Map.Entry<Double, Double> bucket : increments.entrySet()) {
            if (bucket.getKey() >= 0) {
                buckets.add(new Bucket(lower, bucket.getKey(), bucket.getValue()));
                lower = bucket.getKey();
            }
        }
        return buckets;
    }
}
