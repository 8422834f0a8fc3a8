package dev.flamegate.gate.measure;

import dev.flamegate.collect.jfr.ProfileCut;
import dev.flamegate.collect.prometheus.ScrapeIncrement;
import dev.flamegate.format.Numbers;
import dev.flamegate.load.LoadResult;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.LatencyHistogram;
import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.ProfileQuality;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.ServerLatency;
import dev.flamegate.model.Trial;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.ValidityCheck;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Adds up the blocks of one trial: counters by sum, levels by the largest, histograms by merging. */
final class BlockSums {
    /** The least change of the users under way from start to end that counts; a smaller one is a hiccup. */
    private static final long LEAST_PILE = 10;

    private static final double PILE_SHARE = 0.2;

    private BlockSums() {}

    static Map<Counter, Double> counters(List<Block> blocks) {
        Map<Counter, Double> sums = new EnumMap<>(Counter.class);
        for (Counter counter : Counter.values()) {
            if (blocks.stream().allMatch(block -> block.counters().containsKey(counter))) {
                sums.put(
                        counter,
                        blocks.stream()
                                .mapToDouble(block -> block.counters().getOrDefault(counter, 0.0))
                                .sum());
            }
        }
        return sums;
    }

    /** The resources that programs next to the target used between the edges of all blocks. */
    static List<Trial.Beside> beside(List<Block> blocks) {
        Map<String, Trial.Beside> sums = new LinkedHashMap<>();
        for (Block block : blocks) {
            List<Trial.Beside> before = block.readings().get(0).beside();
            List<Trial.Beside> after =
                    block.readings().get(block.readings().size() - 1).beside();
            for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
                Trial.Beside now = after.get(i);
                double used = now.cpuSeconds() - before.get(i).cpuSeconds();
                sums.merge(
                        now.name(),
                        new Trial.Beside(now.name(), used, now.cpus()),
                        (one, other) ->
                                new Trial.Beside(one.name(), one.cpuSeconds() + other.cpuSeconds(), one.cpus()));
            }
        }
        return List.copyOf(sums.values());
    }

    static Map<Gauge, Double> largest(List<Block> blocks) {
        Map<Gauge, Double> largest = new EnumMap<>(Gauge.class);
        for (Block block : blocks) {
            Meter.largest(block.readings()).forEach((gauge, value) -> largest.merge(gauge, value, Math::max));
        }
        return largest;
    }

    static List<RequestStats> requests(List<LoadResult> loads) {
        return RequestStats.merged(loads.stream().map(LoadResult::requests).toList());
    }

    /** The requests that the service counted itself, successful or not. */
    static List<RequestStats> requestsOf(List<ServerLatency> latencies) {
        return latencies.stream()
                .map(latency ->
                        new RequestStats(latency.request(), Math.round(latency.count()), 0, LatencyHistogram.empty()))
                .toList();
    }

    static List<ServerLatency> serverLatency(List<ScrapeIncrement> increments) {
        Map<String, List<ServerLatency>> byName = new TreeMap<>();
        for (ScrapeIncrement increment : increments) {
            increment
                    .latency()
                    .forEach(latency -> byName.computeIfAbsent(latency.request(), name -> new ArrayList<>())
                            .add(latency));
        }
        List<ServerLatency> merged = new ArrayList<>();
        byName.forEach((name, parts) -> merged.add(new ServerLatency(
                name,
                parts.stream().mapToDouble(ServerLatency::count).sum(),
                parts.stream().mapToDouble(ServerLatency::sum).sum(),
                buckets(parts),
                parts.get(0).resolution())));
        return merged;
    }

    /** All buckets, those of equal bounds added up. */
    private static List<ServerLatency.Bucket> buckets(List<ServerLatency> parts) {
        record Bounds(double upper, double lower) {}
        Map<Bounds, Double> counts =
                new TreeMap<>(Comparator.comparingDouble(Bounds::upper).thenComparingDouble(Bounds::lower));
        parts.stream()
                .flatMap(part -> part.buckets().stream())
                .forEach(bucket ->
                        counts.merge(new Bounds(bucket.upper(), bucket.lower()), bucket.count(), Double::sum));
        List<ServerLatency.Bucket> added = new ArrayList<>();
        counts.forEach((bounds, count) -> added.add(new ServerLatency.Bucket(bounds.lower(), bounds.upper(), count)));
        return added;
    }

    /** Merges the quality of the load: rates are averages over the blocks; the lag is the worst block's. */
    static LoadQuality quality(List<LoadQuality> parts, double cores) {
        return new LoadQuality(
                average(parts, LoadQuality::intendedRate),
                average(parts, LoadQuality::achievedRate),
                cores,
                parts.stream().mapToDouble(LoadQuality::lagP99).max().orElse(Double.NaN));
    }

    /**
     * A warning if many more users began than ended, as hanging requests are in no latency and no error ratio, or if many
     * more ended than began, as those who had waited since before have other latencies.
     */
    static Optional<Warning> pileUp(List<Block> blocks) {
        long begun = blocks.stream().mapToLong(block -> block.users().begun()).sum();
        long ended = blocks.stream().mapToLong(block -> block.users().ended()).sum();
        long piled = Math.abs(begun - ended);
        if (piled < LEAST_PILE || piled < PILE_SHARE * begun) {
            return Optional.empty();
        }
        String counts = Numbers.count(begun) + " began while it was measured, and " + Numbers.count(ended) + " ended. ";
        if (ended > begun) {
            return Optional.of(new Warning(
                    ValidityCheck.USERS_PILE_UP,
                    "users had piled up: " + counts + "The others had waited since the warm-up or the block before:"
                            + " the service hardly serves the planned rate"));
        }
        return Optional.of(new Warning(
                ValidityCheck.USERS_PILE_UP,
                "users piled up: " + counts
                        + "They wait for answers, which are in no figure while they are out, or their journeys"
                        + " are longer than the warm-up"));
    }

    /** Merges the quality: samples add up, coverage is weighted by the blocks' CPU, the gap is the longest. */
    static List<ProfileQuality> profiles(List<ProfileCut> cuts, List<Block> blocks) {
        record Part(ProfileQuality quality, double cpu) {}
        Map<ProfileEvent, List<Part>> byEvent = new LinkedHashMap<>();
        for (int i = 0; i < cuts.size(); i++) {
            double cpu = blocks.get(i).cpuSeconds();
            cuts.get(i)
                    .quality()
                    .forEach(quality -> byEvent.computeIfAbsent(quality.event(), key -> new ArrayList<>())
                            .add(new Part(quality, cpu)));
        }
        List<ProfileQuality> merged = new ArrayList<>();
        byEvent.forEach((event, parts) -> {
            double cpu = parts.stream().mapToDouble(Part::cpu).sum();
            merged.add(new ProfileQuality(
                    event,
                    parts.get(0).quality().engine(),
                    parts.get(0).quality().interval(),
                    parts.stream().mapToLong(part -> part.quality().samples()).sum(),
                    parts.stream()
                                    .mapToDouble(part -> part.quality().coverage() * part.cpu())
                                    .sum()
                            / cpu,
                    parts.stream()
                            .mapToDouble(part -> part.quality().gap())
                            .max()
                            .orElse(0)));
        });
        return merged;
    }

    private static double average(List<LoadQuality> parts, ToDoubleFunction<LoadQuality> value) {
        return parts.stream().mapToDouble(value).average().orElse(Double.NaN);
    }
}
