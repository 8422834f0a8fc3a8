package dev.flamegate.collect.prometheus;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The model's counters and levels as far as targets' own metrics tell them, by the names that the usual exporters use.
 * This is what there is of a target without the gate's probe.
 *
 * @param readings one per scrape of each target, in order of time; none where there is no scrape
 * @param sources the metric that each of {@link Counter#key} and {@link Gauge#key} was read from; what is not among
 *     them is not known
 * @param increment from the first scrapes to the last
 */
public record ScrapedCounters(List<ScrapedReading> readings, Map<String, String> sources, ScrapedIncrement increment) {
    public ScrapedCounters {
        readings = List.copyOf(readings);
        sources = Collections.unmodifiableMap(new TreeMap<>(sources));
    }

    /** Names of all series that are of use here, as a server is asked for them. */
    public static Set<String> seriesNames() {
        return CounterNames.seriesNames();
    }

    /**
     * From scrapes.
     *
     * @param targets scrapes of each target in the order of time, at least one target with at least one scrape
     */
    public static ScrapedCounters of(List<List<Scrape>> targets) {
        CounterFold fold = new CounterFold(targets);
        steps(targets).forEach(fold::add);
        return new ScrapedCounters(
                fold.readings(), fold.sources(), new ScrapedIncrement(window(targets), fold.sums(), fold.warnings()));
    }

    /** Of all targets, in order of time. */
    private static List<ScrapeStep> steps(List<List<Scrape>> targets) {
        List<ScrapeStep> steps = new ArrayList<>();
        for (List<Scrape> scrapes : targets) {
            for (int i = 0; i < scrapes.size(); i++) {
                steps.add(new ScrapeStep(scrapes.get(Math.max(0, i - 1)), scrapes.get(i)));
            }
        }
        steps.sort(Comparator.comparing(step -> step.after().at()));
        return steps;
    }

    private static Window window(List<List<Scrape>> targets) {
        return new Window(
                mean(targets, scrapes -> scrapes.get(0)), mean(targets, scrapes -> scrapes.get(scrapes.size() - 1)));
    }

    private static Instant mean(List<List<Scrape>> targets, Function<List<Scrape>, Scrape> edge) {
        double millis = targets.stream()
                .filter(scrapes -> !scrapes.isEmpty())
                .mapToLong(scrapes -> edge.apply(scrapes).at().toEpochMilli())
                .average()
                .orElseThrow(() -> new IllegalArgumentException("no target: counters come from one scrape at least"));
        return Instant.ofEpochMilli(Math.round(millis));
    }
}
