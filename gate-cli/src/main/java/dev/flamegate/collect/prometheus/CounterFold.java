package dev.flamegate.collect.prometheus;

import dev.flamegate.collect.prometheus.CounterNames.Source;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Warning;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Adds up the counters of targets from scrape to scrape, by the first names that are there. */
final class CounterFold {
    private final Map<Counter, Source> counters;
    private final Map<Gauge, Source> gauges;
    private final Optional<Source> pauses;
    private final Map<Counter, Double> sums = new EnumMap<>(Counter.class);
    private final List<ScrapedReading> readings = new ArrayList<>();
    private boolean bounded;

    /** Before the first step. */
    CounterFold(List<List<Scrape>> targets) {
        counters = found(CounterNames.COUNTERS, Counter.class, targets);
        gauges = found(CounterNames.GAUGES, Gauge.class, targets);
        pauses = first(CounterNames.PAUSES, targets);
        counters.keySet().forEach(counter -> sums.put(counter, 0.0));
    }

    /** One step of any target, later than those before. */
    void add(ScrapeStep step) {
        counters.forEach((counter, source) -> sums.merge(counter, step.increment(source), Double::sum));
        Map<Gauge, Double> levels = new EnumMap<>(Gauge.class);
        gauges.forEach((gauge, source) -> step.level(source)
                // A heap that no collection has left anything of has not been collected yet.
                .ifPresent(level -> {
                    if (gauge != Gauge.HEAP_AFTER_GC || level > 0) {
                        levels.put(gauge, level);
                    }
                }));
        pauses.ifPresent(source -> {
            PauseBound pause = PauseBound.of(step.before(), step.after(), source);
            levels.put(Gauge.GC_PAUSE, pause.longest());
            bounded |= !pause.exact();
        });
        readings.add(new ScrapedReading(step.after().at(), sums, levels));
    }

    Map<Counter, Double> sums() {
        return sums;
    }

    List<ScrapedReading> readings() {
        return readings;
    }

    /** The metric of each counter and level that is known, by key. */
    Map<String, String> sources() {
        Map<String, String> sources = new TreeMap<>();
        counters.forEach((counter, source) -> sources.put(counter.key(), source.metric()));
        gauges.forEach((gauge, source) -> sources.put(gauge.key(), source.metric()));
        pauses.ifPresent(source -> sources.put(Gauge.GC_PAUSE.key(), source.metric()));
        return sources;
    }

    List<Warning> warnings() {
        List<Warning> warnings = new ArrayList<>();
        Source allocated = counters.get(Counter.ALLOCATED);
        if (allocated != null && CounterNames.isToldAtCollections(allocated.metric())) {
            warnings.add(new Warning(
                    "allocation-at-collections",
                    allocated.metric()
                            + " grows only when the heap is collected: a window's figure is off by up to what"
                            + " fits into the young generation, which matters less in long windows"));
        }
        if (bounded) {
            warnings.add(new Warning(
                    "gc-pause-bound",
                    "several collections between two scrapes are told by their sum only: no single pause was longer"
                            + " than the figure"));
        }
        return warnings;
    }

    private static <K extends Enum<K>> Map<K, Source> found(
            Map<K, List<Source>> all, Class<K> type, List<List<Scrape>> targets) {
        Map<K, Source> found = new EnumMap<>(type);
        all.forEach((key, sources) -> first(sources, targets).ifPresent(source -> found.put(key, source)));
        return found;
    }

    private static Optional<Source> first(List<Source> sources, List<List<Scrape>> targets) {
        return sources.stream()
                .filter(source -> targets.stream()
                        .flatMap(List::stream)
                        .anyMatch(scrape -> !ScrapeStep.values(scrape, source).isEmpty()))
                .findFirst();
    }
}
