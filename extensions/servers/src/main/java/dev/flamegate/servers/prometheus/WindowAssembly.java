package dev.flamegate.servers.prometheus;

import dev.flamegate.collect.prometheus.Sample;
import dev.flamegate.collect.prometheus.Scrape;
import dev.flamegate.collect.prometheus.ScrapeBuilder;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.model.message.MetricsNotice;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;

/**
 * Puts stored samples back together into the scrapes they came from.
 *
 * <p>A counter without a sample in some scrape keeps its value, so that a gap does not look like a reset; a level
 * without one is unknown. A series whose first sample comes after the target's other ones began at 0 in between, as in
 * the target itself, unless its exporter gives its samples their own times: then nothing is known about it before.
 */
final class WindowAssembly {
    private static final double LATE = 1.5;
    private static final double GAP = 2.5;

    private final RawSamples raw;
    private final List<TargetSeries> targets;
    private final Map<String, String> types;
    private final Window window;
    private final List<Warning> warnings = new ArrayList<>();

    WindowAssembly(RawSamples raw, Map<String, String> known, Window window) {
        this.raw = raw;
        this.window = window;
        targets = TargetSeries.of(raw.series());
        types = MetricTypes.of(raw.series(), known);
    }

    /** True if every target was scraped at the very start. */
    boolean beginsAtStart() {
        return !targets.isEmpty()
                && targets.stream().allMatch(target -> target.times().contains(window.start()));
    }

    /** The longest time between scrapes of any target; empty where one shows none. */
    Optional<Duration> longestStep() {
        List<Duration> steps =
                targets.stream().flatMap(target -> target.every().stream()).toList();
        return steps.size() < targets.size() ? Optional.empty() : steps.stream().max(Comparator.naturalOrder());
    }

    WindowSamples assemble() {
        warnings.addAll(raw.warnings());
        int without = raw.series().stream().mapToInt(RawSeries::withoutNumber).sum();
        if (without > 0) {
            warnings.add(new Warning(
                    MetricsNotice.SAMPLES_NOT_A_NUMBER, without + " stored samples are NaN and are ignored"));
        }
        List<WindowSamples.Target> assembled = new ArrayList<>();
        for (TargetSeries target : targets) {
            if (!target.series().isEmpty()) {
                assemble(target).ifPresent(assembled::add);
            }
        }
        return new WindowSamples(window, assembled, warnings);
    }

    private Optional<WindowSamples.Target> assemble(TargetSeries target) {
        Duration every = target.every().orElse(Duration.ZERO);
        NavigableSet<Instant> times = edges(target, every);
        if (times.size() + (isBornInside(target, times) ? 1 : 0) < 2) {
            warnings.add(new Warning(
                    MetricsNotice.TOO_FEW_SCRAPES,
                    target.shown() + " has " + times.size()
                            + " scrapes in the window, but an increment needs two: use a longer window or scrape"
                            + " more often"));
            return Optional.empty();
        }
        warn(target, times, every);
        List<Scrape> scrapes = new ArrayList<>();
        if (isBornInside(target, times)) {
            scrapes.add(new ScrapeBuilder(types).build(target.started().orElseThrow()));
        }
        scrapes.addAll(scrapes(target, times));
        return Optional.of(new WindowSamples.Target(target.labels(), scrapes, every));
    }

    /**
     * The scrapes from the last one at or before the start, unless that is much earlier, to the last at or before the
     * end.
     */
    private NavigableSet<Instant> edges(TargetSeries target, Duration every) {
        NavigableSet<Instant> upToEnd = target.times().headSet(window.end(), true);
        Instant before = upToEnd.floor(window.start());
        boolean near = before != null && !before.isBefore(window.start().minus(times(every, LATE)));
        return upToEnd.tailSet(near ? before : window.start(), true);
    }

    /**
     * True if the target's process started inside the window, so that everything it has counted belongs to the window.
     */
    private boolean isBornInside(TargetSeries target, NavigableSet<Instant> times) {
        return !times.isEmpty()
                && target.started()
                        .filter(started -> !started.isBefore(window.start()) && started.isBefore(times.first()))
                        .isPresent();
    }

    private void warn(TargetSeries target, NavigableSet<Instant> times, Duration every) {
        if (target.copies() > 1) {
            warnings.add(new Warning(
                    MetricsNotice.DUPLICATE_SERIES,
                    target.shown() + " is stored " + target.copies()
                            + " times, by different servers; the most complete copy is used"));
        }
        long failed = target.failed(window.start());
        if (failed > 0) {
            warnings.add(new Warning(
                    MetricsNotice.SCRAPES_FAILED, target.shown() + " did not answer " + failed + " scrapes"));
        }
        if (times.first().isAfter(window.start().plus(times(every, LATE))) && !isBornInside(target, times)) {
            warnings.add(new Warning(
                    MetricsNotice.TARGET_LATE,
                    target.shown() + " has been scraped only from "
                            + seconds(Duration.between(window.start(), times.first()))
                            + " after the start of the window; what it did before that is not counted"));
        }
        if (times.last().isBefore(window.end().minus(times(every, GAP)))) {
            warnings.add(new Warning(
                    MetricsNotice.TARGET_ENDED,
                    target.shown() + " was last scraped " + seconds(Duration.between(times.last(), window.end()))
                            + " before the end of the window"));
        }
        Duration gap = longestGap(times);
        if (gap.compareTo(times(every, GAP)) > 0) {
            warnings.add(new Warning(
                    MetricsNotice.SCRAPE_GAP,
                    target.shown() + " has a gap of " + seconds(gap) + " between scrapes that usually come every "
                            + seconds(every)));
        }
    }

    private static Duration longestGap(NavigableSet<Instant> times) {
        Duration longest = Duration.ZERO;
        for (Instant at : times) {
            Instant next = times.higher(at);
            if (next != null && Duration.between(at, next).compareTo(longest) > 0) {
                longest = Duration.between(at, next);
            }
        }
        return longest;
    }

    private List<Scrape> scrapes(TargetSeries target, NavigableSet<Instant> times) {
        Set<String> own = ownLabels(target);
        Map<Instant, ScrapeBuilder> builders = new LinkedHashMap<>();
        times.forEach(at -> builders.put(at, new ScrapeBuilder(types)));
        for (RawSeries series : target.series()) {
            Map<String, String> labels = new HashMap<>(series.labels());
            labels.keySet().removeAll(own);
            add(series, labels, target, builders);
        }
        List<Scrape> scrapes = new ArrayList<>();
        builders.forEach((at, builder) -> scrapes.add(builder.build(at)));
        return scrapes;
    }

    /** The labels that are the same in all series of a target; without them a series is named as in its exposition. */
    private Set<String> ownLabels(TargetSeries target) {
        Set<String> own = new HashSet<>(target.labels().keySet());
        own.addAll(target.identity().keySet());
        if (target.copies() > 1) {
            own.addAll(TargetSeries.REPLICA);
        }
        long others =
                targets.stream().filter(other -> !other.series().isEmpty()).count();
        if (others > 1) {
            own.remove("instance");
            if (targets.stream()
                            .map(other -> other.identity().get("job"))
                            .distinct()
                            .count()
                    > 1) {
                own.remove("job");
            }
        }
        return own;
    }

    private void add(
            RawSeries series, Map<String, String> labels, TargetSeries target, Map<Instant, ScrapeBuilder> builders) {
        if (series.samples().isEmpty()) {
            return;
        }
        NavigableSet<Double> bounds = series.customBounds();
        Map.Entry<Instant, Sample> first = series.samples().firstEntry();
        boolean counted = first.getValue() instanceof Sample.Distribution
                || bounds != null
                || MetricTypes.isCounted(series, types);
        boolean knownBefore = !target.times().contains(first.getKey()) || hasOwnTimes(series);
        Instant before = null;
        for (Map.Entry<Instant, ScrapeBuilder> scrape : builders.entrySet()) {
            Map.Entry<Instant, Sample> last = series.samples().floorEntry(scrape.getKey());
            boolean fresh = last != null && (before == null || last.getKey().isAfter(before));
            if (last == null && counted && knownBefore) {
                last = first;
            } else if (!counted && !fresh) {
                last = null;
            }
            if (last != null) {
                scrape.getValue().add(series.name(), labels, last.getValue(), bounds);
            }
            before = scrape.getKey();
        }
    }

    /** True for series of cAdvisor, which gives them the times of its own rounds. */
    private static boolean hasOwnTimes(RawSeries series) {
        return series.name().startsWith("container_");
    }

    private static Duration times(Duration every, double factor) {
        return Duration.ofMillis(Math.round(every.toMillis() * factor));
    }

    private static String seconds(Duration length) {
        return Numbers.duration(length);
    }
}
