package dev.flamegate.collect.prometheus.server;

import dev.flamegate.model.Warning;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The samples of all series of a selector, as far as they were asked for; parts of it may be put together. */
final class RawSamples {
    private final Map<Map<String, String>, RawSeries> series = new HashMap<>();
    private final Set<Warning> warnings = new LinkedHashSet<>();

    Collection<RawSeries> series() {
        return series.values();
    }

    List<Warning> warnings() {
        return List.copyOf(warnings);
    }

    void warn(Collection<Warning> more) {
        warnings.addAll(more);
    }

    /** The series of these labels, with its name among them. */
    RawSeries series(Map<String, String> labels) {
        return series.computeIfAbsent(new TreeMap<>(labels), RawSeries::new);
    }

    void addAll(RawSamples more) {
        more.series.forEach((labels, found) -> series(labels).addAll(found));
        warnings.addAll(more.warnings);
    }

    void dropBefore(Instant instant) {
        series.values().forEach(one -> one.dropBefore(instant));
    }
}
