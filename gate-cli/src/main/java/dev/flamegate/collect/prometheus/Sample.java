package dev.flamegate.collect.prometheus;

import dev.flamegate.model.ServerLatency.Bucket;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One value of a time series as a Prometheus server stores it. */
public sealed interface Sample {
    /**
     * A plain number.
     *
     * @param value not NaN; may be infinite
     */
    record Number(double value) implements Sample {}

    /**
     * A native histogram, by its buckets' bounds.
     *
     * @param count observations
     * @param sum of the observations
     * @param buckets not cumulated, without empty ones; bounds may be negative or infinite
     */
    record Distribution(double count, double sum, List<Bucket> buckets) implements Sample {
        public Distribution {
            buckets = buckets.stream()
                    .sorted(Comparator.comparingDouble(Bucket::upper))
                    .toList();
        }

        public NavigableSet<Double> bounds() {
            NavigableSet<Double> bounds = new TreeSet<>();
            buckets.forEach(bucket -> {
                bounds.add(bucket.lower());
                bounds.add(bucket.upper());
            });
            return bounds;
        }

        /** True if the bounds are those of an exponential schema rather than custom ones. */
        public boolean isExponential() {
            return NativeBuckets.ofBounds(buckets) != null;
        }

        /**
         * The histogram as scraped.
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

    /**
     * Reads a number as Prometheus writes it, which may be {@code +Inf}, {@code -Inf} or {@code NaN}.
     *
     * @throws NumberFormatException when it is not a number
     */
    static double number(String text) {
        return switch (text) {
            case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(text);
        };
    }
}
