package dev.flamegate.collect.prometheus;

import dev.flamegate.collect.prometheus.CounterNames.Part;
import dev.flamegate.collect.prometheus.CounterNames.Source;
import java.util.Comparator;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * From one scrape of a target to the next.
 *
 * @param before the same as {@code after} where that is the first of all
 */
record ScrapeStep(Scrape before, Scrape after) {
    /** What grew; a series that is smaller than before began anew. */
    double increment(Source source) {
        Map<Labels, Double> then = values(before, source);
        double sum = 0;
        for (Map.Entry<Labels, Double> now : values(after, source).entrySet()) {
            double old = then.getOrDefault(now.getKey(), 0.0);
            sum += now.getValue() < old ? now.getValue() : now.getValue() - old;
        }
        return sum * source.unit();
    }

    /** The level after it, of all wanted series together. */
    OptionalDouble level(Source source) {
        Map<Labels, Double> now = values(after, source);
        double sum = now.values().stream().mapToDouble(value -> value).sum();
        return now.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(source.unit() * sum);
    }

    /** The wanted series of a metric; those without a number are left out. */
    static Map<Labels, Double> values(Scrape scrape, Source source) {
        Family family = scrape.families().get(source.metric());
        Map<Labels, Double> values = new TreeMap<>(Comparator.comparing(Labels::text));
        if (family != null && source.part() == Part.VALUE) {
            values.putAll(family.values());
        } else if (family != null) {
            family.histograms()
                    .forEach((labels, histogram) ->
                            values.put(labels, source.part() == Part.COUNT ? histogram.count() : histogram.sum()));
        }
        values.keySet().removeIf(labels -> !source.wanted().test(labels));
        values.values().removeIf(value -> !Double.isFinite(value));
        return values;
    }
}
