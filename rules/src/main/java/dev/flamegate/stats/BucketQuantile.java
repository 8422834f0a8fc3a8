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
import java.util.stream.IntStream;

/**
 * A quantile read from the buckets of one or more histograms. Where values lie inside a bucket is unknown: the estimate
 * is interpolated, and the true value may be anywhere between the bounds. They are those of the bucket, or narrower in a
 * tail where the buckets around it get emptier one after the other.
 *
 * @param estimate in seconds: interpolated by ratio in native histograms' buckets, which are exponential, and by
 *     distance in classic ones; the lower bound where there is no upper one
 * @param lower lower bound, in seconds
 * @param upper inclusive upper bound, in seconds; may be infinity
 */
public record BucketQuantile(double estimate, double lower, double upper) {
    /** The quantile from which on a histogram's density may be taken to fall. */
    private static final double TAIL = 0.9;

    /**
     * The largest ratio of a bucket's bounds with which density may be taken to fall inside it: a wider bucket may hide
     * too much. Micrometer's widest have 4/3.
     */
    private static final double WIDEST = 1.35;

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
        double total = count(buckets);
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
        Optional<Bounds> inside = quantile >= TAIL && quantile < 1 ? falling(buckets, rank) : Optional.empty();
        Bounds bounds = inside.orElse(new Bounds(lower, upper));
        return Optional.of(new BucketQuantile(
                Math.min(bounds.upper, Math.max(bounds.lower, estimate)), bounds.lower, bounds.upper));
    }

    /**
     * The bounds of a rank if the density falls throughout its bucket and both neighbours: then the cumulative counts
     * are concave, so that they lie above the bucket's chord and below those of its neighbours, extended.
     *
     * @return empty if that cannot be told from the counts: a neighbour is missing, the mean densities of the three do
     *     not fall, as where a peak is inside the bucket, the bucket is too wide, or others overlap
     */
    private static Optional<Bounds> falling(List<Bucket> buckets, double rank) {
        List<Bucket> sorted = buckets.stream()
                .sorted(Comparator.comparingDouble(Bucket::upper))
                .toList();
        if (IntStream.range(1, sorted.size())
                .anyMatch(i -> sorted.get(i - 1).upper() > sorted.get(i).lower())) {
            return Optional.empty();
        }
        Bucket bucket = at(sorted, Comparator.comparingDouble(Bucket::upper), rank);
        int index = sorted.indexOf(bucket);
        if (index == 0 || index == sorted.size() - 1 || bucket.upper() > WIDEST * bucket.lower()) {
            return Optional.empty();
        }
        Bucket previous = sorted.get(index - 1);
        Bucket next = sorted.get(index + 1);
        double own = density(bucket);
        if (previous.upper() < bucket.lower()
                || next.lower() > bucket.upper()
                || !(density(previous) >= own && own >= density(next))) {
            return Optional.empty();
        }
        double into = rank - count(sorted.subList(0, index));
        double left = bucket.count() - into;
        double upper = bucket.lower() + into / own;
        double lower = Math.max(bucket.lower() + into / density(previous), bucket.upper() - left / density(next));
        return Optional.of(new Bounds(Math.min(lower, upper), upper)); // of equal densities they differ by rounding
    }

    private static double count(List<Bucket> buckets) {
        return buckets.stream().mapToDouble(Bucket::count).sum();
    }

    /** Observations per second of latency. */
    private static double density(Bucket bucket) {
        return bucket.count() / (bucket.upper() - bucket.lower());
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
