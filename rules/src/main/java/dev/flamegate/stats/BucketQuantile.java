package dev.flamegate.stats;

import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.ServerLatency.Bucket;
import java.util.Optional;
import org.jspecify.annotations.NullMarked;

/**
 * A quantile drawn from a histogram's buckets. Inside a bucket nothing is known: the estimate is interpolated, and the
 * truth is anywhere between the bucket's bounds. A difference within one bucket is no difference.
 *
 * @param estimate in seconds: interpolated by ratio in a native histogram's buckets, which are exponential, and by
 *     distance in classic ones; the lower bound where the bucket has no upper one
 * @param lower lower bound of its bucket, in seconds
 * @param upper upper bound of its bucket, in seconds; may be infinity
 */
@NullMarked
public record BucketQuantile(double estimate, double lower, double upper) {
    /**
     * Estimates a quantile.
     *
     * @param quantile in [0, 1]
     * @return empty when the histogram has no observations
     */
    public static Optional<BucketQuantile> of(ServerLatency latency, double quantile) {
        if (!(quantile >= 0 && quantile <= 1)) {
            throw new IllegalArgumentException(quantile + ": a quantile is in [0, 1]");
        }
        double total = 0;
        for (Bucket bucket : latency.buckets()) {
            total += bucket.count();
        }
        double rank = quantile * total;
        double below = 0;
        Bucket last = null;
        for (Bucket bucket : latency.buckets()) {
            if (bucket.count() > 0) {
                if (below + bucket.count() >= rank) {
                    double part = Math.max(0, rank - below) / bucket.count();
                    return Optional.of(in(bucket, part, latency.resolution().equals("native")));
                }
                below += bucket.count();
                last = bucket;
            }
        }
        // Rounding may leave the last rank just above the sum.
        return Optional.ofNullable(last)
                .map(bucket -> in(bucket, 1, latency.resolution().equals("native")));
    }

    private static BucketQuantile in(Bucket bucket, double part, boolean exponential) {
        double estimate;
        if (Double.isInfinite(bucket.upper())) {
            estimate = bucket.lower();
        } else if (exponential && bucket.lower() > 0) {
            estimate = bucket.lower() * Math.pow(bucket.upper() / bucket.lower(), part);
        } else {
            estimate = bucket.lower() + (bucket.upper() - bucket.lower()) * part;
        }
        return new BucketQuantile(estimate, bucket.lower(), bucket.upper());
    }
}
