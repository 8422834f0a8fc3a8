package dev.flamegate.stats;

import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.ServerLatency.Bucket;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A quantile drawn from the buckets of one or more histograms. Inside a bucket nothing is known: the estimate is
 * interpolated, and the truth is anywhere between the bounds. A difference within one bucket is no difference.
 *
 * @param estimate in seconds: interpolated by ratio in native histograms' buckets, which are exponential, and by
 *     distance in classic ones; the lower bound where there is no upper one
 * @param lower exclusive lower bound of the bucket that holds it, in seconds
 * @param upper inclusive upper bound of that bucket, in seconds; may be infinity
 */
public record BucketQuantile(double estimate, double lower, double upper) {
    /**
     * Estimates a quantile of one histogram.
     *
     * @param quantile in [0, 1]
     * @return empty when the histogram has no observations
     */
    public static Optional<BucketQuantile> of(ServerLatency histogram, double quantile) {
        return of(List.of(histogram), quantile);
    }

    /**
     * Estimates a quantile of several histograms together. Where their buckets differ, the bounds are still sure: of
     * all observations, the one of a rank is at least as long as the lower bound of that rank, and at most as long as
     * the upper bound of that rank.
     *
     * @param quantile in [0, 1]; 1 is the largest, known as the upper bound of the last bucket in use
     * @return empty when no histogram has observations
     */
    public static Optional<BucketQuantile> of(List<ServerLatency> histograms, double quantile) {
        if (!(quantile >= 0 && quantile <= 1)) {
            throw new IllegalArgumentException(quantile + ": a quantile is in [0, 1]");
        }
        List<Bucket> buckets = MergedBuckets.added(histograms);
        if (buckets.isEmpty()) {
            return Optional.empty();
        }
        double total = buckets.stream().mapToDouble(Bucket::count).sum();
        double rank = quantile * total;
        double lower =
                at(buckets, Comparator.comparingDouble(Bucket::lower), rank).lower();
        double upper =
                at(buckets, Comparator.comparingDouble(Bucket::upper), rank).upper();
        if (Double.isInfinite(upper)) {
            return Optional.of(new BucketQuantile(lower, lower, upper));
        }
        boolean exponential =
                histograms.stream().allMatch(histogram -> histogram.resolution().equals("native"));
        double estimate = interpolated(MergedBuckets.disjoint(buckets, exponential), rank, exponential);
        return Optional.of(new BucketQuantile(Math.min(upper, Math.max(lower, estimate)), lower, upper));
    }

    /** Whether the bounds are further apart than a part of the upper one. */
    public boolean isWiderThan(double part) {
        return Double.isInfinite(upper) || upper - lower > part * upper;
    }

    /** The bucket that reaches the rank in an order; the last one where rounding leaves the rank just above the sum. */
    private static Bucket at(List<Bucket> buckets, Comparator<Bucket> order, double rank) {
        double below = 0;
        List<Bucket> sorted = buckets.stream().sorted(order).toList();
        for (Bucket bucket : sorted) {
            below += bucket.count();
            if (below >= rank) {
                return bucket;
            }
        }
        return sorted.get(sorted.size() - 1);
    }

    private static double interpolated(List<Bucket> disjoint, double rank, boolean exponential) {
        double below = 0;
        for (Bucket bucket : disjoint) {
            if (below + bucket.count() >= rank) {
                return MergedBuckets.inside(bucket, Math.max(0, rank - below) / bucket.count(), exponential);
            }
            below += bucket.count();
        }
        return disjoint.get(disjoint.size() - 1).upper();
    }
}
