package dev.flamegate.collect.prometheus;

import dev.flamegate.collect.prometheus.Scrape.Family;
import dev.flamegate.collect.prometheus.Scrape.Type;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Groups single samples into the metrics of a scrape, by the metrics' types. */
public final class ScrapeBuilder {
    private static final List<String> PARTS = List.of("_bucket", "_count", "_sum", "_created", "_gcount", "_gsum");

    private final Map<String, String> types;
    private final Map<String, Metric> metrics = new LinkedHashMap<>();

    /**
     * A scrape without samples.
     *
     * @param types of the metrics by name: {@code counter}, {@code gauge}, {@code histogram}, {@code summary}; may
     *     grow while samples are added
     */
    public ScrapeBuilder(Map<String, String> types) {
        this.types = types;
    }

    /**
     * Adds a sample as a server stored it; parts of histograms and summaries are recognized by their usual suffixes.
     *
     * @param customBounds of a native histogram without an exponential schema, the bounds of all samples of the
     *     series; else {@code null}
     */
    public void add(
            String name, Map<String, String> labels, Sample sample, @Nullable NavigableSet<Double> customBounds) {
        if (sample instanceof Sample.Distribution distribution) {
            metric(name, "histogram").addHistogram(new SeriesLabels(labels), distribution.histogram(customBounds));
        } else if (sample instanceof Sample.Number number) {
            add(name, new SeriesLabels(labels), number.value());
        }
    }

    /** Adds a number; parts of histograms and summaries are recognized by their usual suffixes. */
    void add(String name, SeriesLabels labels, double value) {
        for (String suffix : PARTS) {
            String family = name.endsWith(suffix) ? name.substring(0, name.length() - suffix.length()) : "";
            String type = types.getOrDefault(family, "");
            if (type.equals("histogram") || type.equals("summary")) {
                metric(family, type).addPart(suffix, labels, value);
                return;
            }
            if (suffix.equals("_created") && types.containsKey(family)) {
                return; // when a counter was created: neither a level nor a count
            }
        }
        String base = name.endsWith("_total") ? name.substring(0, name.length() - "_total".length()) : name;
        String type = types.getOrDefault(name, types.getOrDefault(base, "unknown"));
        if (type.equals("summary")) {
            return; // quantiles over the target's whole life
        }
        metric(name, type).values.put(labels, value);
    }

    /**
     * The scrape.
     *
     * @param at when it was taken
     */
    public Scrape build(Instant at) {
        return new Scrape(at, metrics.values().stream().map(Metric::build).toList());
    }

    private Metric metric(String name, String type) {
        return metrics.computeIfAbsent(name, key -> new Metric(name, type));
    }

    /** The samples of one metric so far. */
    private static final class Metric {
        private final String name;
        private final Type type;
        private final Map<SeriesLabels, Double> values = new HashMap<>();
        private final Map<SeriesLabels, HistogramParts> histograms = new HashMap<>();

        Metric(String name, String type) {
            this.name = name;
            this.type = switch (type) {
                case "counter" -> Type.COUNTER;
                case "gauge" -> Type.GAUGE;
                case "histogram" -> Type.HISTOGRAM;
                case "summary" -> Type.SUMMARY;
                // Untyped, but named as only counters are.
                default -> name.endsWith("_total") ? Type.COUNTER : Type.UNKNOWN;
            };
        }

        void addPart(String suffix, SeriesLabels labels, double value) {
            HistogramParts parts = parts(labels.without("le"));
            switch (suffix) {
                case "_bucket" -> labels.value("le").ifPresent(bound -> parts.buckets.put(Sample.number(bound), value));
                case "_count" -> parts.count = value;
                case "_sum" -> parts.sum = value;
                default -> {
                    // when the series was created
                }
            }
        }

        /** Adds a complete histogram; classic buckets of the same series that came on their own are kept. */
        void addHistogram(SeriesLabels labels, Histogram histogram) {
            HistogramParts parts = parts(labels);
            parts.count = histogram.count();
            parts.sum = histogram.sum();
            parts.buckets.putAll(histogram.classic());
            parts.nativeBuckets = histogram.nativeBuckets();
        }

        private HistogramParts parts(SeriesLabels labels) {
            return histograms.computeIfAbsent(labels, key -> new HistogramParts());
        }

        Family build() {
            Map<SeriesLabels, Histogram> built = new HashMap<>();
            histograms.forEach((labels, parts) ->
                    built.put(labels, new Histogram(parts.count, parts.sum, parts.buckets, parts.nativeBuckets)));
            return new Family(name, type, values, built);
        }
    }

    /** One series of a histogram or a summary. */
    private static final class HistogramParts {
        private final TreeMap<Double, Double> buckets = new TreeMap<>();
        private double count;
        private double sum;
        private @Nullable NativeBuckets nativeBuckets;
    }
}
