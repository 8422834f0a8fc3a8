package dev.flamegate.collect.prometheus;

import dev.flamegate.collect.prometheus.CounterNames.Part;
import dev.flamegate.collect.prometheus.CounterNames.Source;
import java.util.Map;

/**
 * The longest pause of a target's collections between two scrapes.
 *
 * @param longest in seconds; 0 without a collection
 * @param exact whether it is one pause's own length, else no pause was longer
 */
record PauseBound(double longest, boolean exact) {
    /**
     * From the count and the sum of pauses. Of a single collection the sum is its pause; of several, none was
     * longer than their sum, nor than the largest that Micrometer remembers ({@code NAME_max}, of the last minutes).
     */
    static PauseBound of(Scrape before, Scrape after, Source pauses) {
        Map<Labels, Double> countsThen = ScrapeStep.values(before, pauses.of(Part.COUNT));
        Map<Labels, Double> sumsThen = ScrapeStep.values(before, pauses.of(Part.SUM));
        Map<Labels, Double> sums = ScrapeStep.values(after, pauses.of(Part.SUM));
        Map<Labels, Double> remembered =
                ScrapeStep.values(after, new Source(pauses.metric() + "_max", pauses.unit(), pauses.wanted()));
        double longest = 0;
        boolean exact = true;
        for (Map.Entry<Labels, Double> count :
                ScrapeStep.values(after, pauses.of(Part.COUNT)).entrySet()) {
            Labels labels = count.getKey();
            double then = countsThen.getOrDefault(labels, 0.0);
            boolean reset = count.getValue() < then;
            double more = reset ? count.getValue() : count.getValue() - then;
            double time = sums.getOrDefault(labels, 0.0) - (reset ? 0 : sumsThen.getOrDefault(labels, 0.0));
            if (more > 1) {
                exact = false;
                time = Math.min(time, remembered.getOrDefault(labels, time));
            }
            if (more > 0) {
                longest = Math.max(longest, time * pauses.unit());
            }
        }
        return new PauseBound(longest, exact);
    }
}
