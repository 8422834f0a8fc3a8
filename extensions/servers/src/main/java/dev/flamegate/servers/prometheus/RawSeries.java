package dev.flamegate.servers.prometheus;

import dev.flamegate.collect.prometheus.Sample;
import dev.flamegate.collect.prometheus.Sample.Distribution;
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

/** One time series with its samples as stored. */
final class RawSeries {
    private final String name;
    private final Map<String, String> labels;
    private final NavigableMap<Instant, Sample> samples = new TreeMap<>();
    private int withoutNumber;

    RawSeries(Map<String, String> labels) {
        Map<String, String> rest = new HashMap<>(labels);
        String found = rest.remove("__name__");
        this.name = found == null ? "" : found;
        this.labels = Collections.unmodifiableMap(rest);
    }

    String name() {
        return name;
    }

    /** The labels without the name. */
    Map<String, String> labels() {
        return labels;
    }

    NavigableMap<Instant, Sample> samples() {
        return samples;
    }

    /** The number of samples that were NaN, such as stale markers where a server returns them; they carry no value. */
    int withoutNumber() {
        return withoutNumber;
    }

    void add(Instant at, Sample sample) {
        if (sample instanceof Sample.Number number && Double.isNaN(number.value())) {
            withoutNumber++;
        } else {
            samples.put(at, sample);
        }
    }

    void addAll(RawSeries more) {
        samples.putAll(more.samples);
        withoutNumber += more.withoutNumber;
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
