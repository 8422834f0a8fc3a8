package dev.flamegate.collect.prometheus;

import dev.flamegate.model.ServerLatency.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The buckets of a native histogram: bucket {@code i} of schema {@code s} reaches from {@code b^(i-1)} to {@code b^i}
 * with {@code b = 2^(2^-s)}. Times are not negative, so negative buckets are not kept.
 *
 * @param schema -4 to 8; a higher one has finer buckets
 * @param zeroThreshold upper bound of the zero bucket
 * @param zeroCount observations in the zero bucket
 * @param counts of the other buckets by index
 */
public record NativeBuckets(int schema, double zeroThreshold, double zeroCount, TreeMap<Integer, Double> counts) {
    static final int COARSEST = -4;
    static final int FINEST = 8;
    private static final double ROUNDING = 1e-6;

    public NativeBuckets {
        if (schema < COARSEST || schema > FINEST) {
            throw new IllegalArgumentException(schema + ": a native histogram's schema is in [-4, 8]");
        }
        counts = new TreeMap<>(counts);
    }

    /**
     * Converts buckets by their rising bounds, as given by a server's API, which does not name the schema: without
     * empty ones, the zero bucket from a bound below 0 to its opposite, and the lowest other one cut off where the zero
     * bucket ends.
     *
     * @return {@code null} when the bounds are those of no schema, as in a histogram with custom buckets
     */
    static @Nullable NativeBuckets ofBounds(List<Bucket> buckets) {
        double threshold = 0;
        double zeros = 0;
        int schema = FINEST;
        for (Bucket bucket : buckets) {
            if (isZero(bucket)) {
                threshold = bucket.upper();
                zeros = bucket.count();
            } else if (bucket.lower() > 0) {
                double ratio = Math.log(bucket.upper() / bucket.lower()) / Math.log(2);
                schema = (int) Math.min(schema, Math.round(-Math.log(ratio) / Math.log(2)));
            }
        }
        TreeMap<Integer, Double> counts = new TreeMap<>();
        for (Bucket bucket : buckets) {
            if (bucket.upper() > 0 && !isZero(bucket)) {
                double index = index(bucket.upper(), schema);
                double width = index - index(bucket.lower(), schema);
                boolean cutOff = counts.isEmpty() && width < 1;
                if (schema < COARSEST
                        || Math.abs(index - Math.rint(index)) > ROUNDING
                        || !(cutOff || Math.abs(width - 1) <= ROUNDING)) {
                    return null;
                }
                counts.put((int) Math.rint(index), bucket.count());
            }
        }
        return new NativeBuckets(schema, threshold, zeros, counts);
    }

    private static double index(double bound, int schema) {
        return Math.log(bound) / Math.log(2) * Math.pow(2, schema);
    }

    private static boolean isZero(Bucket bucket) {
        return bucket.lower() <= 0 && bucket.upper() == -bucket.lower();
    }

    /**
     * The increase since an earlier scrape. A target that runs out of buckets lowers its schema or widens the zero
     * bucket: both sides are brought to the coarser form first.
     */
    NativeBuckets minus(NativeBuckets earlier) {
        return combine(earlier, -1);
    }

    NativeBuckets plus(NativeBuckets other) {
        return combine(other, 1);
    }

    private NativeBuckets combine(NativeBuckets other, int sign) {
        int common = Math.min(schema, other.schema);
        NativeBuckets here = coarsened(common);
        NativeBuckets there = other.coarsened(common);
        double zero = Math.max(zeroThreshold, other.zeroThreshold);
        // Widening one may move the bound to the end of a bucket, which the other then has to reach as well.
        zero = Math.max(here.widened(zero).zeroThreshold, there.widened(zero).zeroThreshold);
        here = here.widened(zero);
        there = there.widened(zero);
        TreeMap<Integer, Double> combined = new TreeMap<>(here.counts);
        there.counts.forEach((index, count) -> combined.merge(index, sign * count, Double::sum));
        combined.replaceAll((index, count) -> Math.max(0, count));
        return new NativeBuckets(common, zero, Math.max(0, here.zeroCount + sign * there.zeroCount), combined);
    }

    private NativeBuckets coarsened(int wanted) {
        if (wanted == schema) {
            return this;
        }
        int shift = schema - wanted;
        TreeMap<Integer, Double> merged = new TreeMap<>();
        // Index i covers (b^(i-1), b^i]; 2^shift of them make one, counted from the upper bound.
        counts.forEach((index, count) -> merged.merge(((index - 1) >> shift) + 1, count, Double::sum));
        return new NativeBuckets(wanted, zeroThreshold, zeroCount, merged);
    }

    /** A copy with a wider zero bucket; a bucket that it reaches into is added as a whole. */
    private NativeBuckets widened(double threshold) {
        double bound = threshold;
        double zeros = zeroCount;
        TreeMap<Integer, Double> rest = new TreeMap<>();
        for (Map.Entry<Integer, Double> bucket : counts.entrySet()) {
            if (upper(bucket.getKey() - 1) < threshold) {
                zeros += bucket.getValue();
                bound = Math.max(bound, upper(bucket.getKey()));
            } else {
                rest.put(bucket.getKey(), bucket.getValue());
            }
        }
        return new NativeBuckets(schema, bound, zeros, rest);
    }

    /** The buckets by rising bounds, without empty ones. */
    List<Bucket> buckets() {
        List<Bucket> buckets = new ArrayList<>();
        if (zeroCount > 0) {
            buckets.add(new Bucket(0, zeroThreshold, zeroCount));
        }
        counts.forEach((index, count) -> {
            if (count > 0) {
                buckets.add(new Bucket(upper(index - 1), upper(index), count));
            }
        });
        return buckets;
    }

    private double upper(int index) {
        return Math.pow(2, index * Math.pow(2, -schema));
    }
}
