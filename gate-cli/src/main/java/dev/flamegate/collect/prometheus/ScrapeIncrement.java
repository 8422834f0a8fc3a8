package dev.flamegate.collect.prometheus;

import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.Warning;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a target's metrics say of a window.
 *
 * @param scraped increments of counters, and of the {@code _count} and {@code _sum} of histograms and summaries, by
 *     exposition name with labels; {@code NAME@max}, {@code NAME@mean} and {@code NAME@last} of gauges and of series
 *     without a type. Values that are not finite are left out
 * @param latency the request histogram, one for each request with observations, by name
 * @param warnings doubts about single metrics
 */
public record ScrapeIncrement(Map<String, Double> scraped, List<ServerLatency> latency, List<Warning> warnings) {
    public ScrapeIncrement {
        scraped = Collections.unmodifiableMap(new TreeMap<>(scraped));
        latency = List.copyOf(latency);
        warnings = List.copyOf(warnings);
    }

    /**
     * Between two scrapes, at the edges of a window.
     *
     * @throws IllegalArgumentException when the second is before the first
     */
    public static ScrapeIncrement between(Scrape first, Scrape second, RequestHistogram requests) {
        return over(List.of(first, second), requests);
    }

    /**
     * From the first scrape to the last; those between them show levels and make resets harmless.
     *
     * @throws IllegalArgumentException when there are fewer than two, or they are not in the order of time
     */
    public static ScrapeIncrement over(List<Scrape> scrapes, RequestHistogram requests) {
        return overAll(List.of(scrapes), requests);
    }

    /**
     * Of several targets together, each from its own first scrape to its last: increments of series of the same name
     * and labels, and requests of the same name, are added up.
     *
     * @param targets scrapes of each
     * @throws IllegalArgumentException when one has fewer than two, or they are not in the order of time
     */
    public static ScrapeIncrement overAll(List<List<Scrape>> targets, RequestHistogram requests) {
        IncrementBuilder builder = new IncrementBuilder(requests);
        for (List<Scrape> scrapes : targets) {
            if (scrapes.size() < 2) {
                throw new IllegalArgumentException(scrapes.size() + ": an increment is between two scrapes at least");
            }
            for (int i = 1; i < scrapes.size(); i++) {
                if (scrapes.get(i).at().isBefore(scrapes.get(i - 1).at())) {
                    throw new IllegalArgumentException(scrapes.get(i).at() + ": scrapes are in the order of time");
                }
                builder.addStep(scrapes.get(i - 1), scrapes.get(i));
            }
            scrapes.forEach(builder::addLevels);
        }
        return builder.build();
    }
}
