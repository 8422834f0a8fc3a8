package dev.flamegate.servers.prometheus;

import dev.flamegate.collect.prometheus.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The series of one scraped target, without those that the server adds about the scrapes themselves. */
final class TargetSeries {
    private static final Set<String> SYNTHETIC = Set.of(
            "up",
            "scrape_duration_seconds",
            "scrape_samples_scraped",
            "scrape_samples_post_metric_relabeling",
            "scrape_series_added",
            "scrape_timeout_seconds",
            "scrape_sample_limit",
            "scrape_body_size_bytes");

    /** Labels that distinguish several servers that scrape the same target. */
    static final Set<String> REPLICA =
            Set.of("replica", "prometheus_replica", "__replica__", "receive_replica", "prometheus");

    private final Map<String, String> identity;
    private final List<RawSeries> series;
    private final List<RawSeries> up;
    private final int copies;
    private final NavigableSet<Instant> times;

    private TargetSeries(Map<String, String> identity, List<RawSeries> all, int copies) {
        this.identity = identity;
        this.copies = copies;
        series = all.stream().filter(one -> !SYNTHETIC.contains(one.name())).toList();
        up = all.stream().filter(one -> one.name().equals("up")).toList();
        times = times(series);
    }

    /** Groups series by target, that is by job and instance, and keeps one copy of what several servers scraped. */
    static List<TargetSeries> of(Collection<RawSeries> all) {
        Map<Map<String, String>, Map<Map<String, String>, List<RawSeries>>> byTarget = new HashMap<>();
        for (RawSeries one : all) {
            byTarget.computeIfAbsent(only(one, Set.of("job", "instance")), key -> new HashMap<>())
                    .computeIfAbsent(only(one, REPLICA), key -> new ArrayList<>())
                    .add(one);
        }
        List<TargetSeries> targets = new ArrayList<>();
        byTarget.forEach((identity, byReplica) -> {
            List<RawSeries> fullest = byReplica.entrySet().stream()
                    .max(Comparator.<Map.Entry<Map<String, String>, List<RawSeries>>>comparingInt(
                                    replica -> samples(replica.getValue()))
                            .thenComparing(replica -> replica.getKey().toString()))
                    .orElseThrow()
                    .getValue();
            targets.add(new TargetSeries(identity, fullest, byReplica.size()));
        });
        targets.sort(Comparator.comparing(target -> target.identity.toString()));
        return targets;
    }

    private static int samples(List<RawSeries> series) {
        return series.stream().mapToInt(one -> one.samples().size()).sum();
    }

    private static Map<String, String> only(RawSeries series, Set<String> names) {
        Map<String, String> labels = new TreeMap<>(series.labels());
        labels.keySet().retainAll(names);
        return labels;
    }

    /**
     * Times of the target's scrapes: those at which most series have a sample. Exporters may give single series their
     * own.
     */
    private static NavigableSet<Instant> times(List<RawSeries> series) {
        Map<Instant, Integer> counts = new TreeMap<>();
        series.forEach(one -> one.samples().keySet().forEach(at -> counts.merge(at, 1, Integer::sum)));
        int most = counts.values().stream().mapToInt(count -> count).max().orElse(0);
        NavigableSet<Instant> times = new TreeSet<>();
        counts.forEach((at, count) -> {
            if (2 * count >= most) {
                times.add(at);
            }
        });
        return times;
    }

    /** The labels of the target rather than of its metrics: those of {@code up} where it is stored. */
    Map<String, String> labels() {
        return up.isEmpty() ? identity : up.get(0).labels();
    }

    /** Job and instance. */
    Map<String, String> identity() {
        return identity;
    }

    List<RawSeries> series() {
        return series;
    }

    /** The number of servers that scraped the target, as far as their labels show. */
    int copies() {
        return copies;
    }

    NavigableSet<Instant> times() {
        return times;
    }

    /** Scrapes that failed since a moment. */
    long failed(Instant from) {
        return up.stream()
                .flatMap(one -> one.samples().tailMap(from, true).values().stream())
                .filter(new Sample.Number(0)::equals)
                .count();
    }

    /** The usual time from scrape to scrape; empty with fewer than two scrapes. */
    Optional<Duration> every() {
        List<Duration> steps = new ArrayList<>();
        Instant before = null;
        for (Instant at : times) {
            if (before != null) {
                steps.add(Duration.between(before, at));
            }
            before = at;
        }
        steps.sort(Comparator.naturalOrder());
        return steps.isEmpty() ? Optional.empty() : Optional.of(steps.get(steps.size() / 2));
    }

    /** The start of the target's process, according to its own metric. */
    Optional<Instant> started() {
        return series.stream()
                .filter(one -> one.name().equals("process_start_time_seconds"))
                .flatMap(one -> Optional.ofNullable(one.samples().lastEntry()).stream())
                .flatMap(last ->
                        last.getValue() instanceof Sample.Number number ? Stream.of(number.value()) : Stream.empty())
                .filter(Double::isFinite)
                .map(seconds -> Instant.ofEpochMilli(Math.round(seconds * 1000)))
                .findFirst();
    }

    /** The target's name in messages. */
    String shown() {
        return identity.isEmpty() ? "the target" : String.join(" ", identity.values());
    }
}
