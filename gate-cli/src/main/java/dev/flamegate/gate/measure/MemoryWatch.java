package dev.flamegate.gate.measure;

import dev.flamegate.collect.LiveHeap;
import dev.flamegate.judge.attribution.SourceCode;
import dev.flamegate.load.LoadResult;
import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.LiveChange;
import dev.flamegate.model.RequestStats;
import dev.flamegate.model.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Looks, while no load is on, at what is alive in the target's heap after a collection: before the first block of a trial
 * and after its last. What stays then is a leak, or a cache that fills up, however slowly.
 */
final class MemoryWatch {
    /** Requests of the load have ended after this, and what they held can be collected. */
    private static final Duration SETTLE = Duration.ofSeconds(1);

    /** Classes that are kept of a trial: the service's own, then those that changed most. */
    private static final int MOST_CLASSES = 300;

    private final Session session;
    private final Time time;
    private final List<Look> looks = new ArrayList<>();

    /** One look at the target's memory. */
    private record Look(Instant at, LiveHeap heap, double resident) {}

    /** The changes between the looks, as counters and by class; empty where nothing was looked at. */
    record Seen(Map<Counter, Double> counters, List<LiveChange> classes) {
        static final Seen NOTHING = new Seen(Map.of(), List.of());
    }

    MemoryWatch(Session session, Time time) {
        this.session = session;
        this.time = time;
    }

    /** Looks, where the target can tell. */
    void look() throws InterruptedException {
        time.sleep(SETTLE);
        LiveHeap heap = session.counters().liveHeap().orElse(null);
        if (heap != null) {
            double resident = session.counters().read().gauges().getOrDefault(Gauge.MEMORY_RSS, Double.NaN);
            looks.add(new Look(time.now(), heap, resident));
        }
    }

    /**
     * The changes between the first look and the last, in proportion to the requests of the blocks: more are sent than
     * these, and what they leave is not theirs.
     *
     * @param blocks the load's results for them
     */
    Seen seen(List<LoadResult> blocks) {
        if (looks.size() < 2) {
            return Seen.NOTHING;
        }
        Look first = looks.get(0);
        Look last = looks.get(looks.size() - 1);
        double part = part(blocks, new Window(first.at(), last.at()));
        Map<Counter, Double> counters = new EnumMap<>(Counter.class);
        counters.put(
                Counter.LIVE_HEAP, part * (last.heap().bytes() - first.heap().bytes()));
        counters.put(Counter.LIVE_OBJECTS, part * (own(last.heap()) - own(first.heap())));
        if (Double.isFinite(last.resident() - first.resident())) {
            counters.put(Counter.RESIDENT, part * (last.resident() - first.resident()));
        }
        List<LiveChange> classes = last.heap()
                .since(first.heap())
                .sorted(Comparator.comparing((LiveChange change) -> !SourceCode.isApplicationClass(change.type()))
                        .thenComparing(change -> -Math.abs(change.bytes()))
                        .thenComparing(LiveChange::type))
                .limit(MOST_CLASSES)
                .map(change -> new LiveChange(change.type(), part * change.objects(), part * change.bytes()))
                .toList();
        return new Seen(counters, classes);
    }

    /** The part of all requests in a window that the blocks had; 1 where a new load is started for each block. */
    private double part(List<LoadResult> blocks, Window window) {
        if (!session.load().isControlled()) {
            return 1;
        }
        double all = requests(session.load().result(window));
        double measured = blocks.stream().mapToLong(MemoryWatch::requests).sum();
        return all > 0 && measured > 0 ? Math.min(1, measured / all) : 1;
    }

    /** The objects of the service's own classes. */
    private static long own(LiveHeap heap) {
        return heap.classes().entrySet().stream()
                .filter(one -> SourceCode.isApplicationClass(one.getKey()))
                .mapToLong(one -> one.getValue().objects())
                .sum();
    }

    private static long requests(LoadResult load) {
        return load.requests().stream().mapToLong(RequestStats::total).sum();
    }
}
