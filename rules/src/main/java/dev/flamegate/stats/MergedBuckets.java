package dev.flamegate.stats;

import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.ServerLatency.Bucket;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Buckets of several histograms as those of one. */
final class MergedBuckets {
    private MergedBuckets() {}

    /** All buckets with observations, those of equal bounds added up; others may overlap. In no order. */
    static List<Bucket> added(List<ServerLatency> histograms) {
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
     * Buckets that do not overlap, by rising bounds: each given one is cut at the bounds of the others that lie inside
     * of it, and its observations are spread over the pieces as interpolation would. Native histograms of different
     * schemas come out at the finer one's bounds. Buckets without an upper bound cannot be spread and are left out;
     * they lie above all others.
     */
    static List<Bucket> disjoint(List<Bucket> buckets, boolean exponential) {
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

    /** Where a part of a bucket's observations ends: 0 at its lower bound, 1 at its upper one, which is finite. */
    static double inside(Bucket bucket, double part, boolean exponential) {
        return exponential && bucket.lower() > 0
                ? bucket.lower() * Math.pow(bucket.upper() / bucket.lower(), part)
                : bucket.lower() + (bucket.upper() - bucket.lower()) * part;
    }

    /** The part of a bucket's observations up to a bound: the reverse of {@link #inside}. */
    private static double part(Bucket bucket, double bound, boolean exponential) {
        if (bound == bucket.lower() || bound == bucket.upper()) {
            return bound == bucket.lower() ? 0 : 1;
        }
        return exponential && bucket.lower() > 0
                ? Math.log(bound / bucket.lower()) / Math.log(bucket.upper() / bucket.lower())
                : (bound - bucket.lower()) / (bucket.upper() - bucket.lower());
    }

    private record Bounds(double lower, double upper) {}
}
