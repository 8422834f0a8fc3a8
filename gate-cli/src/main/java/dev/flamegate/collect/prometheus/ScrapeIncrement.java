package dev.flamegate.collect.prometheus;

import dev.flamegate.collect.prometheus.Scrape.Family;
import dev.flamegate.collect.prometheus.Scrape.Type;
import dev.flamegate.model.MetricSeries;
import dev.flamegate.model.Scraped;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.MetricsNotice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A target's metrics in a window.
 *
 * @param scraped counters and levels; values that are not finite are left out
 * @param latency the request histogram, one for each request with observations, by name
 * @param warnings doubts about single metrics
 */
public record ScrapeIncrement(Scraped scraped, List<ServerLatency> latency, List<Warning> warnings) {
    /** The increment of a target without metrics. */
    public static final ScrapeIncrement NOTHING = new ScrapeIncrement(Scraped.NOTHING, List.of(), List.of());

    private static final int SHOWN = 5;

    public ScrapeIncrement {
        latency = List.copyOf(latency);
        warnings = List.copyOf(warnings);
    }

    /**
     * The increment from a target's first scrape to its last; those between them show levels and make resets harmless.
     *
     * @throws IllegalArgumentException when there are fewer than two, or they are not in the order of time
     */
    public static ScrapeIncrement over(List<Scrape> scrapes, RequestHistogram requests) {
        return overAll(List.of(scrapes), requests);
    }

    /**
     * The increment of several targets together, each from its own first scrape to its last: increments of series of
     * the same name and labels, and requests of the same name, are added up.
     *
     * @param targets scrapes of each
     * @throws IllegalArgumentException when one has fewer than two, or they are not in the order of time
     */
    public static ScrapeIncrement overAll(List<List<Scrape>> targets, RequestHistogram requests) {
        Sums sums = new Sums(requests);
        for (List<Scrape> scrapes : targets) {
            if (scrapes.size() < 2) {
                throw new IllegalArgumentException(scrapes.size() + ": an increment needs at least two scrapes");
            }
            for (int i = 1; i < scrapes.size(); i++) {
                if (scrapes.get(i).at().isBefore(scrapes.get(i - 1).at())) {
                    throw new IllegalArgumentException(scrapes.get(i).at() + ": scrapes are in the order of time");
                }
                sums.addStep(scrapes.get(i - 1), scrapes.get(i));
            }
            scrapes.forEach(sums::addLevels);
        }
        return new ScrapeIncrement(sums.scraped(), sums.latencies(), sums.warnings());
    }

    /** The sums of increments from scrape to scrape. */
    private static final class Sums {
        /** The suffix of Micrometer's summaries of tasks under way, whose count falls whenever a task ends. */
        private static final String TASKS_UNDER_WAY = "_active_seconds";

        private final RequestHistogram requests;
        private final Map<MetricSeries, Double> counters = new HashMap<>();
        private final Map<MetricSeries, Level> levels = new HashMap<>();
        private final Map<String, Histogram> byRequest = new TreeMap<>();
        private final TreeSet<String> resets = new TreeSet<>();
        private final Set<MetricSeries> infinite = new HashSet<>();
        private double scale = 1;

        Sums(RequestHistogram requests) {
            this.requests = requests;
        }

        void addStep(Scrape before, Scrape after) {
            Optional<String> latency = requests.family(after);
            latency.ifPresent(name -> scale = RequestHistogram.scale(name));
            after.families().forEach((name, now) -> {
                Family then = before.families().get(name);
                if (now.type() == Type.COUNTER) {
                    now.values().forEach((labels, value) -> {
                        double old = then == null ? 0 : then.values().getOrDefault(labels, 0.0);
                        if (value < old) {
                            resets.add(name);
                        }
                        count(labels.of(name), value < old ? value : value - old);
                    });
                }
                now.histograms().forEach((labels, histogram) -> {
                    Histogram old = then == null ? null : then.histograms().get(labels);
                    boolean wanted = latency.filter(name::equals).isPresent();
                    addHistogram(name, labels, old == null ? Histogram.EMPTY : old, histogram, wanted);
                });
            });
        }

        private void addHistogram(String name, SeriesLabels labels, Histogram old, Histogram now, boolean wanted) {
            boolean reset = now.isResetSince(old);
            if (reset && !name.endsWith(TASKS_UNDER_WAY)) {
                resets.add(name);
            }
            Histogram increment = now.minus(reset ? Histogram.EMPTY : old);
            count(labels.of(name + "_count"), increment.count());
            count(labels.of(name + "_sum"), increment.sum());
            String request = requests.request(labels);
            if (wanted && !requests.isForMetrics(request)) {
                byRequest.merge(request, increment, Histogram::plus);
            }
        }

        private void count(MetricSeries series, double increment) {
            if (Double.isFinite(increment)) {
                counters.merge(series, increment, Double::sum);
            } else {
                infinite.add(series);
            }
        }

        /** Takes the gauges of one scrape into account. */
        void addLevels(Scrape scrape) {
            scrape.families().forEach((name, family) -> {
                if (family.type() == Type.GAUGE || family.type() == Type.UNKNOWN) {
                    family.values().forEach((labels, value) -> {
                        if (Double.isFinite(value)) {
                            levels.computeIfAbsent(labels.of(name), key -> new Level())
                                    .add(value);
                        }
                    });
                }
            });
        }

        Scraped scraped() {
            Map<MetricSeries, Double> increments = new HashMap<>(counters);
            increments.keySet().removeAll(infinite);
            Map<MetricSeries, Scraped.Level> seen = new HashMap<>();
            levels.forEach((series, level) ->
                    seen.put(series, new Scraped.Level(level.max, level.sum / level.count, level.last)));
            return new Scraped(increments, seen, Map.of());
        }

        List<ServerLatency> latencies() {
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

        List<Warning> warnings() {
            List<Warning> warnings = new ArrayList<>();
            if (!resets.isEmpty()) {
                warnings.add(new Warning(
                        MetricsNotice.COUNTER_RESET,
                        "Counters were reset inside the window; counts just before the reset are lost: "
                                + shown(resets)));
            }
            if (!infinite.isEmpty()) {
                warnings.add(new Warning(
                        MetricsNotice.COUNTER_NOT_FINITE,
                        "Counters without a finite value are left out: "
                                + shown(new TreeSet<>(infinite.stream()
                                        .map(MetricSeries::toString)
                                        .toList()))));
            }
            return warnings;
        }

        private static String shown(Set<String> names) {
            String first = String.join(", ", names.stream().limit(SHOWN).toList());
            return names.size() > SHOWN ? first + " and " + (names.size() - SHOWN) + " more" : first;
        }
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
