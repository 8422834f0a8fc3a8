package dev.flamegate.servers.prometheus;

import dev.flamegate.collect.CounterIncrement;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.collect.prometheus.Scrape.Family;
import dev.flamegate.collect.prometheus.SeriesLabels;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.model.message.MetricsNotice;
import dev.flamegate.servers.prometheus.CounterNames.Part;
import dev.flamegate.servers.prometheus.CounterNames.Source;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The model's counters and levels as far as the targets' own metrics show them, by the names that the usual exporters
 * use. This is all there is for a target without the gate's probe.
 *
 * @param readings one per scrape of each target, in order of time; empty without a scrape
 * @param sources the metric that each {@link Counter#key} and {@link Gauge#key} was read from; keys that are missing
 *     here are unknown
 * @param increment from the first scrapes to the last; of several targets, which are scraped at different times, its
 *     window is from the mean of their first times to the mean of their last, so that rates are right
 */
public record ScrapedCounters(List<ScrapedReading> readings, Map<String, String> sources, CounterIncrement increment) {
    public ScrapedCounters {
        readings = List.copyOf(readings);
        sources = Collections.unmodifiableMap(new TreeMap<>(sources));
    }

    /** Names of all series that are useful here, to ask a server for. */
    public static Set<String> seriesNames() {
        return CounterNames.seriesNames();
    }

    /**
     * Reads the counters from scrapes.
     *
     * @param targets scrapes of each target in the order of time, at least one target with at least one scrape
     */
    public static ScrapedCounters of(List<List<Scrape>> targets) {
        Fold fold = new Fold(targets);
        steps(targets).forEach(fold::add);
        return new ScrapedCounters(
                fold.readings, fold.sources(), new CounterIncrement(window(targets), fold.sums, fold.warnings()));
    }

    /** The steps of all targets, in order of time. */
    private static List<Step> steps(List<List<Scrape>> targets) {
        List<Step> steps = new ArrayList<>();
        for (List<Scrape> scrapes : targets) {
            for (int i = 0; i < scrapes.size(); i++) {
                steps.add(new Step(scrapes.get(Math.max(0, i - 1)), scrapes.get(i)));
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
                .orElseThrow(() -> new IllegalArgumentException("no target: counters need at least one scrape"));
        return Instant.ofEpochMilli(Math.round(millis));
    }

    /** Adds up the counters of all targets from scrape to scrape, each by the first of its names that is exposed. */
    private static final class Fold {
        private final Map<Counter, Source> counters;
        private final Map<Gauge, Source> gauges;
        private final Optional<Source> pauses;
        private final Map<Counter, Double> sums = new EnumMap<>(Counter.class);
        private final List<ScrapedReading> readings = new ArrayList<>();
        private boolean bounded;

        Fold(List<List<Scrape>> targets) {
            counters = exposed(CounterNames.COUNTERS, Counter.class, targets);
            gauges = exposed(CounterNames.GAUGES, Gauge.class, targets);
            pauses = first(CounterNames.PAUSES, targets);
            counters.keySet().forEach(counter -> sums.put(counter, 0.0));
        }

        private static <K extends Enum<K>> Map<K, Source> exposed(
                Map<K, List<Source>> all, Class<K> type, List<List<Scrape>> targets) {
            Map<K, Source> exposed = new EnumMap<>(type);
            all.forEach((key, sources) -> first(sources, targets).ifPresent(source -> exposed.put(key, source)));
            return exposed;
        }

        private static Optional<Source> first(List<Source> sources, List<List<Scrape>> targets) {
            return sources.stream()
                    .filter(source -> targets.stream()
                            .flatMap(List::stream)
                            .anyMatch(scrape -> !values(scrape, source).isEmpty()))
                    .findFirst();
        }

        /** One step of any target, later than those before. */
        void add(Step step) {
            counters.forEach((counter, source) -> sums.merge(counter, step.increment(source), Double::sum));
            Map<Gauge, Double> levels = new EnumMap<>(Gauge.class);
            gauges.forEach((gauge, source) -> step.level(source)
                    // Before the first collection, the heap after it is exposed as 0.
                    .ifPresent(level -> {
                        if (gauge != Gauge.HEAP_AFTER_GC || level > 0) {
                            levels.put(gauge, level);
                        }
                    }));
            pauses.ifPresent(source -> {
                Pause pause = step.longestPause(source);
                levels.put(Gauge.GC_PAUSE, pause.seconds());
                bounded |= !pause.exact();
            });
            readings.add(new ScrapedReading(step.after().at(), sums, levels));
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
            if (allocated != null && CounterNames.isUpdatedAtCollections(allocated.metric())) {
                warnings.add(new Warning(
                        MetricsNotice.ALLOCATION_AT_COLLECTIONS,
                        allocated.metric()
                                + " grows only when the heap is collected: a window's figure is off by up to the size"
                                + " of the young generation, which matters less in long windows"));
            }
            if (bounded) {
                warnings.add(new Warning(
                        MetricsNotice.GC_PAUSE_BOUND,
                        "of several collections between two scrapes only the sum of the pauses is known: no single"
                                + " pause was longer than the figure"));
            }
            return warnings;
        }
    }

    /**
     * The longest pause of a target's collections between two scrapes.
     *
     * @param seconds 0 without a collection
     * @param exact whether it is the length of one pause; else an upper bound
     */
    private record Pause(double seconds, boolean exact) {}

    /**
     * A step from one scrape of a target to the next.
     *
     * @param before the same as {@code after} where that is the first of all
     */
    private record Step(Scrape before, Scrape after) {
        /** The increase; a series that is smaller than before was reset. */
        double increment(Source source) {
            Map<SeriesLabels, Double> then = values(before, source);
            double sum = 0;
            for (Map.Entry<SeriesLabels, Double> now : values(after, source).entrySet()) {
                double old = then.getOrDefault(now.getKey(), 0.0);
                sum += now.getValue() < old ? now.getValue() : now.getValue() - old;
            }
            return sum * source.unit();
        }

        /** The level after the step, of all wanted series together. */
        OptionalDouble level(Source source) {
            Map<SeriesLabels, Double> now = values(after, source);
            double sum = now.values().stream().mapToDouble(value -> value).sum();
            return now.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(source.unit() * sum);
        }

        /**
         * The longest pause, estimated from the count and the sum of pauses. The sum of a single collection is its
         * pause; of several, none was longer than their sum, nor than the longest that Micrometer remembers
         * ({@code NAME_max}, of the last minutes).
         */
        Pause longestPause(Source pauses) {
            Map<SeriesLabels, Double> countsThen = values(before, pauses.of(Part.COUNT));
            Map<SeriesLabels, Double> sumsThen = values(before, pauses.of(Part.SUM));
            Map<SeriesLabels, Double> sums = values(after, pauses.of(Part.SUM));
            Map<SeriesLabels, Double> remembered =
                    values(after, new Source(pauses.metric() + "_max", pauses.unit(), pauses.wanted()));
            double longest = 0;
            boolean exact = true;
            for (Map.Entry<SeriesLabels, Double> count :
                    values(after, pauses.of(Part.COUNT)).entrySet()) {
                SeriesLabels labels = count.getKey();
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
            return new Pause(longest, exact);
        }
    }

    /** The wanted series of a metric; those without a finite number are left out. */
    private static Map<SeriesLabels, Double> values(Scrape scrape, Source source) {
        Family family = scrape.families().get(source.metric());
        Map<SeriesLabels, Double> values = new TreeMap<>(Comparator.comparing(SeriesLabels::text));
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
