package dev.flamegate.collect.prometheus;

import dev.flamegate.model.ServerLatency.Bucket;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A histogram by its buckets' bounds, as a Prometheus server gives native ones.
 *
 * @param count observations
 * @param sum of the observations
 * @param buckets not cumulated, without empty ones; bounds may be negative or infinite
 */
public record Distribution(double count, double sum, List<Bucket> buckets) {
    public Distribution {
        buckets = buckets.stream()
                .sorted(Comparator.comparingDouble(Bucket::upper))
                .toList();
    }

    /** Every bound of every bucket. */
    public NavigableSet<Double> bounds() {
        NavigableSet<Double> bounds = new TreeSet<>();
        buckets.forEach(bucket -> {
            bounds.add(bucket.lower());
            bounds.add(bucket.upper());
        });
        return bounds;
    }

    /** Whether the bounds are those of an exponential schema rather than custom ones. */
    public boolean isExponential() {
        return NativeBuckets.ofBounds(buckets) != null;
    }

    /**
     * As scraped.
     *
     * @param customBounds all bounds ever seen in the series, since a bucket that is missing here was empty;
     *     {@code null} for exponential buckets
     */
    Histogram histogram(@Nullable NavigableSet<Double> customBounds) {
        if (customBounds == null) {
            return new Histogram(count, sum, new TreeMap<>(), NativeBuckets.ofBounds(buckets));
        }
        TreeMap<Double, Double> cumulated = new TreeMap<>();
        for (double bound : customBounds) {
            cumulated.put(
                    bound,
                    buckets.stream()
                            .filter(bucket -> bucket.upper() <= bound)
                            .mapToDouble(Bucket::count)
                            .sum());
        }
        cumulated.put(Double.POSITIVE_INFINITY, count);
        return new Histogram(count, sum, cumulated, null);
    }
}
