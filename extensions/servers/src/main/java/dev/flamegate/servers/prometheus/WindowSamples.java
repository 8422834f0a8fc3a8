package dev.flamegate.servers.prometheus;

import dev.flamegate.collect.prometheus.RequestHistogram;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.collect.prometheus.ScrapeIncrement;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The samples that a server has stored of a window.
 *
 * @param asked the window that was asked for
 * @param targets those with at least two scrapes, separately; empty if the server has stored no samples
 * @param warnings of the server, and about gaps, duplicates and targets that came late or ended early
 */
public record WindowSamples(Window asked, List<Target> targets, List<Warning> warnings) {
    public WindowSamples {
        targets = List.copyOf(targets);
        warnings = List.copyOf(warnings);
    }

    /**
     * One instance that was scraped.
     *
     * @param labels that distinguish it from others, such as {@code instance} and {@code pod}
     * @param scrapes in order of time, at least two
     * @param every the usual time between two scrapes
     */
    public record Target(Map<String, String> labels, List<Scrape> scrapes, Duration every) {
        public Target {
            labels = Collections.unmodifiableMap(new TreeMap<>(labels));
            scrapes = List.copyOf(scrapes);
            if (scrapes.size() < 2) {
                throw new IllegalArgumentException(scrapes.size() + ": a window of a target has at least two scrapes");
            }
        }

        /** The target's pod, or else the address at which it was scraped. */
        String name() {
            return labels.getOrDefault("pod", labels.getOrDefault("instance", ""));
        }

        /** The window from the target's first scrape to its last. */
        public Window covered() {
            return new Window(
                    scrapes.get(0).at(), scrapes.get(scrapes.size() - 1).at());
        }
    }

    public List<List<Scrape>> scrapes() {
        return targets.stream().map(Target::scrapes).toList();
    }

    /** Increments and levels of all targets together; empty without a target. Its warnings include those here. */
    public Optional<ScrapeIncrement> increment(RequestHistogram requests) {
        if (targets.isEmpty()) {
            return Optional.empty();
        }
        ScrapeIncrement increment = ScrapeIncrement.overAll(scrapes(), requests);
        List<Warning> all = new ArrayList<>(warnings);
        all.addAll(increment.warnings());
        return Optional.of(
                new ScrapeIncrement(increment.scraped().ofInstances(instanceCpu()), increment.latency(), all));
    }

    /**
     * CPU seconds by name, of the targets that show the metric which is used for all of them together: another one,
     * such as a node's cAdvisor, would count the same CPU again. Empty with fewer than two.
     */
    private Map<String, Double> instanceCpu() {
        String key = Counter.CPU_PROCESS.key();
        Optional<String> metric = counters().map(all -> all.sources().get(key));
        Map<String, Double> cpu = new TreeMap<>();
        for (Target target : targets) {
            ScrapedCounters alone = ScrapedCounters.of(List.of(target.scrapes()));
            if (metric.isPresent()
                    && metric.equals(Optional.ofNullable(alone.sources().get(key)))) {
                cpu.merge(
                        target.name(),
                        alone.increment().counters().getOrDefault(Counter.CPU_PROCESS, 0.0),
                        Double::sum);
            }
        }
        return cpu.size() < 2 ? Map.of() : cpu;
    }

    /** The model's counters and levels of all targets together; empty without a target. */
    public Optional<ScrapedCounters> counters() {
        return targets.isEmpty() ? Optional.empty() : Optional.of(ScrapedCounters.of(scrapes()));
    }
}
