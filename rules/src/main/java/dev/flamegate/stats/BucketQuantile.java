package dev.flamegate.stats;

import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.ServerLatency.Bucket;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A quantile read from the buckets of one or more histograms. Where values lie inside a bucket is unknown: the estimate
 * is interpolated, and the true value may be anywhere between the bounds. A difference within one bucket is no
 * difference.
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
     * Estimates a quantile of several histograms together. Where their buckets differ, the bounds still hold: the
     * observation of a rank lies between the lower bound of that rank and the upper bound of that rank.
     *
     * @param quantile in [0, 1]; 1 is the largest, known as the upper bound of the last bucket in use
     * @return empty when no histogram has observations
     */
    public static Optional<BucketQuantile> of(List<ServerLatency> histograms, double quantile) {
        if (!(quantile >= 0 && quantile <= 1)) {
            throw new IllegalArgumentException(quantile + ": a quantile is in [0, 1]");
        }
        List<Bucket> buckets = added(histograms);
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
        double estimate = interpolated(disjoint(buckets, exponential), rank, exponential);
        return Optional.of(new BucketQuantile(Math.min(upper, Math.max(lower, estimate)), lower, upper));
    }

    /** True if the bounds are further apart than a part of the upper one. */
    public boolean isWiderThan(double part) {
        return Double.isInfinite(upper) || upper - lower > part * upper;
    }

    /**
     * The bucket that the rank falls into, in the given order; the last one if rounding leaves the rank just above the
     * sum.
     */
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
                return inside(bucket, Math.max(0, rank - below) / bucket.count(), exponential);
            }
            below += bucket.count();
        }
        return disjoint.get(disjoint.size() - 1).upper();
    }

    /** All buckets with observations, unordered; those with equal bounds are added up, others may overlap. */
    private static List<Bucket> added(List<ServerLatency> histograms) {
        Map<Bounds, Double> counts = new HashMap<>();
        for (ServerLatency histogram : histograms) {
            for (Bucket bucket : histogram.buckets()) {
                if (bucket.count() > 0) {
                    counts.merge(new Bounds(bucket.lower(), bucket.upper()), bucket.count(), Double::sum);
                }
            }
        }
        List<Bucket> added = new ArrayList<>();
        counts.forEach((bounds, count) -> added.add(new Bucket(bounds.lower, bounds.upper, count)));
        return added;
    }

    /**
     * Buckets that do not overlap, in ascending order: each one is cut at the bounds of others that lie inside it, and
     * its observations are spread over the pieces as interpolation would. Native histograms of different schemas end up
     * with the finer one's bounds. Buckets without an upper bound cannot be spread and are left out; they lie above all
     * others.
     */
    private static List<Bucket> disjoint(List<Bucket> buckets, boolean exponential) {
        TreeSet<Double> bounds = new TreeSet<>();
        buckets.forEach(bucket -> bounds.addAll(List.of(bucket.lower(), bucket.upper())));
        Map<Bounds, Double> counts = new HashMap<>();
        for (Bucket bucket : buckets) {
            if (bucket.lower() == bucket.upper()) { // the zero bucket of a native histogram may be no wider
                counts.merge(new Bounds(bucket.lower(), bucket.upper()), bucket.count(), Double::sum);
            } else if (Double.isFinite(bucket.upper())) {
                double from = bucket.lower();
                for (double to : bounds.subSet(bucket.lower(), false, bucket.upper(), true)) {
                    double part = part(bucket, to, exponential) - part(bucket, from, exponential);
                    counts.merge(new Bounds(from, to), bucket.count() * part, Double::sum);
                    from = to;
                }
            }
        }
        return counts.entrySet().stream()
                .map(entry -> new Bucket(entry.getKey().lower, entry.getKey().upper, entry.getValue()))
                .filter(bucket -> bucket.count() > 0)
                .sorted(Comparator.comparingDouble(Bucket::upper).thenComparingDouble(Bucket::lower))
                .toList();
    }

    /**
     * The value below which a given part of a bucket's observations lies: 0 is its lower bound, 1 its upper one, which
     * is finite.
     */
    private static double inside(Bucket bucket, double part, boolean exponential) {
        return exponential && bucket.lower() > 0
                ? bucket.lower() * Math.pow(bucket.upper() / bucket.lower(), part)
                : bucket.lower() + (bucket.upper() - bucket.lower()) * part;
    }

    /** The part of a bucket's observations below a value: the inverse of {@link #inside}. */
    private static double part(Bucket bucket, double bound, boolean exponential) {
        if (bound == bucket.lower() || bound == bucket.upper()) {
            return bound == bucket.lower() ? 0 : 1;
        }
        return exponential && bucket.lower() > 0
                ? Math.log(bound / bucket.lower()) / Math.log(bucket.upper() / bucket.lower())
                : (bound - bucket.lower()) / (bucket.upper() - bucket.lower());
    }

    /** The bounds of a bucket, as a key. */
    private record Bounds(double lower, double upper) {}
}
