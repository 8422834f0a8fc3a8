package dev.flamegate.collect.prometheus;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Collects the lines of one metric of a text exposition. */
final class FamilyBuilder {
    private final String name;
    private final Family.Type type;
    private final Map<Labels, Double> values = new HashMap<>();
    private final Map<Labels, Parts> histograms = new HashMap<>();

    FamilyBuilder(String name, String type) {
        this.name = name;
        this.type = switch (type) {
            case "counter" -> Family.Type.COUNTER;
            case "gauge" -> Family.Type.GAUGE;
            case "histogram" -> Family.Type.HISTOGRAM;
            case "summary" -> Family.Type.SUMMARY;
            // Untyped, but named as only counters are.
            default -> name.endsWith("_total") ? Family.Type.COUNTER : Family.Type.UNKNOWN;
        };
    }

    void addValue(SampleLine sample) {
        values.put(sample.labels(), sample.value());
    }

    void addPart(String suffix, SampleLine sample) {
        Parts parts = histograms.computeIfAbsent(sample.labels().without("le"), labels -> new Parts());
        switch (suffix) {
            case "_bucket" ->
                sample.labels().value("le").ifPresent(le -> parts.buckets.put(SampleLine.number(le), sample.value()));
            case "_count" -> parts.count = sample.value();
            case "_sum" -> parts.sum = sample.value();
            default -> {
                // when it began
            }
        }
    }

    /** One that comes whole; classic buckets of the same series that came on their own are kept beside it. */
    void addHistogram(Labels labels, Histogram histogram) {
        Parts parts = histograms.computeIfAbsent(labels, key -> new Parts());
        parts.count = histogram.count();
        parts.sum = histogram.sum();
        parts.buckets.putAll(histogram.classic());
        parts.nativeBuckets = histogram.nativeBuckets();
    }

    Family build() {
        Map<Labels, Histogram> built = new HashMap<>();
        histograms.forEach((labels, parts) ->
                built.put(labels, new Histogram(parts.count, parts.sum, parts.buckets, parts.nativeBuckets)));
        return new Family(name, type, values, built);
    }

    private static final class Parts {
        private final TreeMap<Double, Double> buckets = new TreeMap<>();
        private double count;
        private double sum;
        private @Nullable NativeBuckets nativeBuckets;
    }
}
