package dev.flamegate.collect.prometheus;

import java.time.Instant;
import java.util.Map;
import java.util.NavigableSet;
import org.jspecify.annotations.Nullable;

/** Puts a scrape together from samples that somebody else scraped and stored. */
public final class ScrapeBuilder {
    private final Instant at;
    private final FamilyAssembly families;

    /**
     * A scrape without a sample yet.
     *
     * @param at when it was taken
     * @param types of the metrics by name: {@code counter}, {@code gauge}, {@code histogram}, {@code summary}
     */
    public ScrapeBuilder(Instant at, Map<String, String> types) {
        this.at = at;
        families = new FamilyAssembly(types);
    }

    /** One sample; parts of histograms and summaries by their usual suffixes. */
    public ScrapeBuilder add(String name, Map<String, String> labels, double value) {
        families.add(new SampleLine(name, new Labels(labels), value));
        return this;
    }

    /**
     * One sample of a native histogram.
     *
     * @param customBounds where they are of no exponential schema, those of all samples of the series; else
     *     {@code null}
     */
    public ScrapeBuilder add(
            String name,
            Map<String, String> labels,
            Distribution distribution,
            @Nullable NavigableSet<Double> customBounds) {
        families.add(name, new Labels(labels), distribution.histogram(customBounds));
        return this;
    }

    public Scrape build() {
        return new Scrape(at, families.build());
    }
}
