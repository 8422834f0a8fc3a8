package dev.flamegate.judge.diagnosis;

import dev.flamegate.model.Counter;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Trial;
import dev.flamegate.model.finding.LatencyGrowth;
import dev.flamegate.model.finding.LatencyPart;
import dev.flamegate.model.finding.LatencyPart.Kind;
import dev.flamegate.model.rule.NamePatterns;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.stats.Change;
import dev.flamegate.stats.Moments;
import dev.flamegate.stats.PairedSample;
import dev.flamegate.stats.VariancePrior;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Splits the growth of latency into what the threads of requests did: the CPU profile says how long they ran, the
 * wall-clock profile how long they could run or waited, and for what, and a lock profile how long they waited for locks.
 * The rest of the mean latency was spent on no thread, or outside the service.
 */
public final class LatencyParts {
    /** Each side of an interval errs this often, as {@link LatencyPart#CONFIDENCE} says. */
    private static final double LEVEL = 0.025;

    private static final double NANOS = 1e9;
    private static final Set<Kind> WAITING =
            EnumSet.of(Kind.GC, Kind.LOCK, Kind.POOL, Kind.IO, Kind.SLEEP, Kind.OTHER_WAIT);

    /** The least part of a growth that one frame has to have to be named. */
    private static final double MOST = 0.5;

    private static final double SLOWEST = 0.1;

    private LatencyParts() {}

    /**
     * The growth of the mean latency from one run to another.
     *
     * @param request pattern of the names of requests; {@code null} for all
     * @param paired whether trials of equal place are pairs
     * @return {@link LatencyGrowth#NONE} without growth, or where a trial has no requests, or no profile of CPU and
     *     elapsed time
     */
    public static LatencyGrowth of(
            ProfiledRun baseline, ProfiledRun candidate, @Nullable String request, boolean paired) {
        boolean labelled = request != null && isLabelled(baseline, request) && isLabelled(candidate, request);
        String pattern = labelled ? request : null;
        Optional<List<Split>> before = byTrial(baseline, pattern);
        Optional<List<Split>> after = byTrial(candidate, pattern);
        if (before.isEmpty() || after.isEmpty()) {
            return LatencyGrowth.NONE;
        }
        List<LatencyPart> parts = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            parts.add(part(kind, before.get(), after.get(), paired));
        }
        double grown = parts.stream().mapToDouble(LatencyPart::grown).sum();
        parts.sort(Comparator.comparing((LatencyPart part) -> part.isNoise(grown))
                .thenComparingDouble(part -> -part.grown()));
        LatencyGrowth growth = new LatencyGrowth(parts, ofSlowest(baseline, candidate, pattern), labelled);
        return growth.grown() > 0 ? growth : LatencyGrowth.NONE;
    }

    /**
     * The share of the growth of the mean that the slowest tenth of the requests have. The mean is the average of all
     * quantiles, so its growth is that of their growths.
     */
    private static double ofSlowest(ProfiledRun baseline, ProfiledRun candidate, @Nullable String pattern) {
        LatencyHistogram before = latencies(baseline, pattern);
        LatencyHistogram after = latencies(candidate, pattern);
        double grown = after.mean() - before.mean();
        return grown > 0 ? SLOWEST * (after.meanOfSlowest(SLOWEST) - before.meanOfSlowest(SLOWEST)) / grown : 0;
    }

    private static LatencyHistogram latencies(ProfiledRun run, @Nullable String pattern) {
        return LatencyHistogram.merge(run.run().trials().stream()
                .flatMap(trial -> requests(trial, pattern).stream())
                .map(RequestStats::latency)
                .toList());
    }

    /**
     * The parts of one trial.
     *
     * @param parts seconds per request of each kind
     * @param callers of each kind of waiting: seconds per request by the frame responsible
     */
    private record Split(Map<Kind, Double> parts, Map<Kind, Map<String, Double>> callers) {}

    private static LatencyPart part(Kind kind, List<Split> before, List<Split> after, boolean paired) {
        double[] from = of(kind, before);
        double[] to = of(kind, after);
        Moments was = Moments.of(from);
        Moments is = Moments.of(to);
        Change change = paired
                ? PairedSample.ofValues(from, to).first(from.length).change()
                : Change.unpaired(is, List.of(was), VariancePrior.NONE, VariancePrior.Pooled.ZERO);
        return new LatencyPart(
                kind,
                was.mean(),
                is.mean(),
                change.interval(LEVEL),
                where(kind, before, after, is.mean() - was.mean()));
    }

    /** The frame whose waiting grew by most of the growth. */
    private static @Nullable String where(Kind kind, List<Split> before, List<Split> after, double grown) {
        Map<String, Double> growth = new HashMap<>();
        after.forEach(split -> add(growth, split.callers().getOrDefault(kind, Map.of()), 1.0 / after.size()));
        before.forEach(split -> add(growth, split.callers().getOrDefault(kind, Map.of()), -1.0 / before.size()));
        String most = Weights.largest(growth);
        return grown > 0 && growth.getOrDefault(most, 0.0) > MOST * grown ? most : null;
    }

    private static void add(Map<String, Double> sums, Map<String, Double> more, double factor) {
        more.forEach((frame, value) -> sums.merge(frame, value * factor, Double::sum));
    }

    private static double sum(Collection<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).sum();
    }

    private static double[] of(Kind kind, List<Split> trials) {
        return trials.stream()
                .mapToDouble(trial -> trial.parts().getOrDefault(kind, 0.0))
                .toArray();
    }

    /** True if samples of each trial are labelled with such a request, and the load knows it too. */
    private static boolean isLabelled(ProfiledRun run, String request) {
        Predicate<Facet> labelled = facet -> NamePatterns.matches(request, facet.request());
        return run.trials().stream().allMatch(trees -> has(trees.get(ProfileEvent.WALL), labelled))
                && run.run().trials().stream()
                        .allMatch(trial -> requests(trial, request).stream().anyMatch(one -> one.ok() > 0));
    }

    private static boolean has(@Nullable CallTree tree, Predicate<Facet> wanted) {
        for (int sample = 0; tree != null && sample < tree.sampleCount(); sample++) {
            if (wanted.test(tree.sampleFacet(sample))) {
                return true;
            }
        }
        return false;
    }

    private static List<RequestStats> requests(Trial trial, @Nullable String pattern) {
        return trial.requests().stream()
                .filter(one -> pattern == null || NamePatterns.matches(pattern, one.name()))
                .toList();
    }

    /** The parts of each trial; empty where a trial does not show them. */
    private static Optional<List<Split>> byTrial(ProfiledRun run, @Nullable String pattern) {
        List<Split> all = new ArrayList<>();
        for (int i = 0; i < run.trials().size(); i++) {
            Map<ProfileEvent, CallTree> trees = run.trials().get(i);
            CallTree cpu = trees.get(ProfileEvent.CPU);
            CallTree wall = trees.get(ProfileEvent.WALL);
            List<RequestStats> requests = requests(run.run().trials().get(i), pattern);
            double ok = requests.stream().mapToLong(RequestStats::ok).sum();
            if (cpu == null || wall == null || wall.weight() == 0 || ok == 0) {
                return Optional.empty();
            }
            double latency = requests.stream()
                    .mapToDouble(one -> one.latency().mean() * one.ok() / ok)
                    .sum();
            double stopped = run.run().trials().get(i).counter(Counter.GC_TIME).orElse(0)
                    / run.run().trials().get(i).measuredSeconds();
            Map<String, Double> locks = pattern == null && trees.containsKey(ProfileEvent.LOCK)
                    ? LockContention.byCaller(new Weights(trees.get(ProfileEvent.LOCK)))
                    : Map.of();
            all.add(split(new Weights(cpu), new Weights(wall), locks, pattern, ok * NANOS, latency, stopped * latency));
        }
        return all.isEmpty() ? Optional.empty() : Optional.of(all);
    }

    /**
     * The parts of a trial.
     *
     * @param locks waiting for locks by the frame responsible, from the lock profile: long waits are exact there, and
     *     sampled in the wall-clock profile, but short ones are missing
     * @param stopped the part of the latency that falls into pauses of the collector, in which threads could run
     */
    private static Split split(
            Weights cpu,
            Weights wall,
            Map<String, Double> locks,
            @Nullable String pattern,
            double perRequest,
            double latency,
            double stopped) {
        Predicate<Facet> wanted = facet -> pattern == null || NamePatterns.matches(pattern, facet.request());
        Map<Kind, Double> parts = new EnumMap<>(Kind.class);
        double ran = cpu.sum((node, facet) -> cpu.isWorking(node, facet) && wanted.test(facet)) / perRequest;
        double runnable =
                wall.sum((node, facet) -> wall.isWorking(node, facet) && wanted.test(facet) && !Waits.isAsleep(facet))
                        / perRequest;
        Map<Kind, Map<String, Double>> callers = new EnumMap<>(Kind.class);
        Kind[] waits = wall.waits();
        for (Kind kind : WAITING) {
            boolean[] inside = new boolean[waits.length];
            for (int node = 0; node < inside.length; node++) {
                inside[node] = waits[node] == kind;
            }
            Map<String, Double> sampled = wall.byCaller(
                    (node, facet) ->
                            inside[node] && wall.isWorking(node, facet) && wanted.test(facet) && Waits.isAsleep(facet),
                    kind == Kind.OTHER_WAIT ? new boolean[waits.length] : inside);
            Map<String, Double> sums = new HashMap<>();
            add(
                    sums,
                    kind == Kind.LOCK && sum(locks.values()) > sum(sampled.values()) ? locks : sampled,
                    1 / perRequest);
            callers.put(kind, sums);
            parts.put(kind, sum(sums.values()));
        }
        parts.put(Kind.CPU, ran);
        parts.merge(Kind.GC, stopped, Double::sum);
        parts.put(Kind.RUN_QUEUE, Math.max(0, runnable - ran - stopped));
        parts.put(Kind.UNSEEN, latency - sum(parts.values()));
        return new Split(parts, callers);
    }
}
