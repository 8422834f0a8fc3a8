package dev.flamegate.collect.prometheus.server;

import dev.flamegate.collect.prometheus.Distribution;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One time series with its samples as stored. A sample is a {@link Double} or a {@link Distribution}. */
final class RawSeries {
    private final String name;
    private final Map<String, String> labels;
    private final NavigableMap<Instant, Object> samples = new TreeMap<>();
    private int withoutNumber;

    /** Without a sample yet. */
    RawSeries(Map<String, String> labels) {
        Map<String, String> rest = new HashMap<>(labels);
        String found = rest.remove("__name__");
        this.name = found == null ? "" : found;
        this.labels = Collections.unmodifiableMap(rest);
    }

    String name() {
        return name;
    }

    /** Without the name. */
    Map<String, String> labels() {
        return labels;
    }

    String label(String label) {
        return labels.getOrDefault(label, "");
    }

    /** By time. */
    NavigableMap<Instant, Object> samples() {
        return samples;
    }

    /** Samples that were NaN, as stale markers are where a server gives them away: they say nothing. */
    int withoutNumber() {
        return withoutNumber;
    }

    void add(Instant at, double value) {
        if (Double.isNaN(value)) {
            withoutNumber++;
        } else {
            samples.put(at, value);
        }
    }

    void add(Instant at, Distribution value) {
        samples.put(at, value);
    }

    void addAll(RawSeries more) {
        samples.putAll(more.samples);
        withoutNumber += more.withoutNumber;
    }

    void dropBefore(Instant instant) {
        samples.headMap(instant, false).clear();
    }

    /** All bounds of a native histogram with custom buckets; {@code null} where they are exponential. */
    @Nullable
    NavigableSet<Double> customBounds() {
        List<Distribution> distributions = samples.values().stream()
                .filter(Distribution.class::isInstance)
                .map(Distribution.class::cast)
                .toList();
        if (distributions.stream().allMatch(Distribution::isExponential)) {
            return null;
        }
        NavigableSet<Double> bounds = new TreeSet<>();
        distributions.stream()
                .map(Distribution::bounds)
                .flatMap(Collection::stream)
                .forEach(bounds::add);
        return bounds;
    }
}
