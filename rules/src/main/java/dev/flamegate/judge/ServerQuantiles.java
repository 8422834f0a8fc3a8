package dev.flamegate.judge;

import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.ServerLatency.Bucket;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Statistics of the service's own histograms, several of them together. */
final class ServerQuantiles {
    private ServerQuantiles() {}

    /**
     * One statistic over all histograms given.
     *
     * @param statistic {@code mean}, {@code max} or a percentile such as {@code p99.9}
     * @return seconds, interpolated inside the bucket; empty without observations. The largest is known only as the
     *     upper bound of the last bucket used.
     */
    static OptionalDouble value(List<ServerLatency> histograms, String statistic) {
        double count = histograms.stream().mapToDouble(ServerLatency::count).sum();
        if (!(count > 0)) {
            return OptionalDouble.empty();
        }
        if (statistic.equals("mean")) {
            return OptionalDouble.of(
                    histograms.stream().mapToDouble(ServerLatency::sum).sum() / count);
        }
        List<Bucket> buckets = merge(histograms);
        double rank = statistic.equals("max") ? 1 : RequestEvidence.percentile(statistic) / 100;
        return quantile(buckets, rank);
    }

    /** Buckets of equal bounds added up, by rising upper bound. */
    private static List<Bucket> merge(List<ServerLatency> histograms) {
        Map<Double, Bucket> byUpper = new TreeMap<>();
        for (ServerLatency histogram : histograms) {
            for (Bucket bucket : histogram.buckets()) {
                byUpper.merge(
                        bucket.upper(),
                        bucket,
                        (a, b) -> new Bucket(Math.max(a.lower(), b.lower()), a.upper(), a.count() + b.count()));
            }
        }
        return byUpper.values().stream()
                .filter(bucket -> bucket.count() > 0)
                .sorted(Comparator.comparingDouble(Bucket::upper))
                .toList();
    }

    private static OptionalDouble quantile(List<Bucket> buckets, double rank) {
        double all = buckets.stream().mapToDouble(Bucket::count).sum();
        double wanted = rank * all;
        double before = 0;
        for (Bucket bucket : buckets) {
            if (before + bucket.count() >= wanted) {
                if (Double.isInfinite(bucket.upper())) {
                    return OptionalDouble.of(bucket.lower());
                }
                double part = (wanted - before) / bucket.count();
                return OptionalDouble.of(bucket.lower() + part * (bucket.upper() - bucket.lower()));
            }
            before += bucket.count();
        }
        return OptionalDouble.empty();
    }
}
