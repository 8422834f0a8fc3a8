package dev.flamegate.collect.prometheus;

import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.Warning;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Adds up what happened from scrape to scrape. */
final class IncrementBuilder {
    private static final int SHOWN = 5;

    private final RequestHistogram requests;
    private final Map<String, Double> counters = new HashMap<>();
    private final Map<String, Level> levels = new HashMap<>();
    private final Map<String, Histogram> byRequest = new TreeMap<>();
    private final TreeSet<String> resets = new TreeSet<>();
    private final TreeSet<String> infinite = new TreeSet<>();
    private double scale = 1;

    IncrementBuilder(RequestHistogram requests) {
        this.requests = requests;
    }

    /** Counts what came between one scrape and the next. */
    void addStep(Scrape before, Scrape after) {
        Optional<String> latency = requests.family(after);
        latency.ifPresent(name -> scale = RequestHistogram.scale(name));
        after.families().forEach((name, now) -> {
            Family then = before.families().get(name);
            if (now.type() == Family.Type.COUNTER) {
                now.values().forEach((labels, value) -> {
                    double old = then == null ? 0 : then.values().getOrDefault(labels, 0.0);
                    if (value < old) {
                        resets.add(name);
                    }
                    count(name + labels.text(), value < old ? value : value - old);
                });
            }
            now.histograms().forEach((labels, histogram) -> {
                Histogram old = then == null ? null : then.histograms().get(labels);
                boolean wanted = latency.filter(name::equals).isPresent();
                addHistogram(name, labels, old == null ? Histogram.EMPTY : old, histogram, wanted);
            });
        });
    }

    private void addHistogram(String name, Labels labels, Histogram old, Histogram now, boolean wanted) {
        boolean reset = now.isResetSince(old);
        if (reset) {
            resets.add(name);
        }
        Histogram increment = now.minus(reset ? Histogram.EMPTY : old);
        count(name + "_count" + labels.text(), increment.count());
        count(name + "_sum" + labels.text(), increment.sum());
        if (wanted) {
            byRequest.merge(requests.request(labels), increment, Histogram::plus);
        }
    }

    private void count(String key, double increment) {
        if (Double.isFinite(increment)) {
            counters.merge(key, increment, Double::sum);
        } else {
            infinite.add(key);
        }
    }

    /** Looks at the gauges of one scrape. */
    void addLevels(Scrape scrape) {
        scrape.families().forEach((name, family) -> {
            if (family.type() == Family.Type.GAUGE || family.type() == Family.Type.UNKNOWN) {
                family.values().forEach((labels, value) -> {
                    if (Double.isFinite(value)) {
                        levels.computeIfAbsent(name + labels.text(), key -> new Level())
                                .add(value);
                    }
                });
            }
        });
    }

    ScrapeIncrement build() {
        Map<String, Double> scraped = new HashMap<>(counters);
        infinite.forEach(scraped::remove);
        levels.forEach((key, level) -> {
            scraped.put(key + "@max", level.max);
            scraped.put(key + "@mean", level.sum / level.count);
            scraped.put(key + "@last", level.last);
        });
        return new ScrapeIncrement(scraped, latencies(), warnings());
    }

    private List<ServerLatency> latencies() {
        List<ServerLatency> latencies = new ArrayList<>();
        byRequest.forEach((request, histogram) -> {
            if (histogram.count() > 0) {
                latencies.add(new ServerLatency(
                        request,
                        histogram.count(),
                        histogram.sum() * scale,
                        histogram.buckets(scale),
                        histogram.nativeBuckets() == null ? "classic" : "native"));
            }
        });
        return latencies;
    }

    private List<Warning> warnings() {
        List<Warning> warnings = new ArrayList<>();
        if (!resets.isEmpty()) {
            warnings.add(new Warning(
                    "counter-reset",
                    "Counters began anew inside the window, what they counted right before is lost: " + shown(resets)));
        }
        if (!infinite.isEmpty()) {
            warnings.add(new Warning(
                    "counter-not-finite", "Counters without a finite value are left out: " + shown(infinite)));
        }
        return warnings;
    }

    private static String shown(Set<String> names) {
        String first = String.join(", ", names.stream().limit(SHOWN).toList());
        return names.size() > SHOWN ? first + " and " + (names.size() - SHOWN) + " more" : first;
    }

    /** A gauge over several scrapes. */
    private static final class Level {
        private double max = Double.NEGATIVE_INFINITY;
        private double sum;
        private double last;
        private int count;

        void add(double value) {
            max = Math.max(max, value);
            sum += value;
            last = value;
            count++;
        }
    }
}
