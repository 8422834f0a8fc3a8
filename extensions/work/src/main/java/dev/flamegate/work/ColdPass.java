package dev.flamegate.work;

import dev.flamegate.model.Work;
import dev.flamegate.model.WorkCount;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Some requests of each name, each of them right after a collection of its own: what weak references kept has to be made
 * again, which requests one after the other would never show.
 */
final class ColdPass {
    private static final int EACH = 5;

    /** Fewest requests that make a figure: with fewer, a single odd one would decide it. */
    private static final int LEAST = 3;

    /** The agent leaves out requests in which something happens for the first time. */
    private static final int MOST_TRIES = 2 * EACH;

    private static final long LONGEST_NANOS = Duration.ofSeconds(8).toNanos();

    private final long began = System.nanoTime();
    private final Map<String, Counts> counts = new LinkedHashMap<>();
    private final Map<String, Integer> tries = new LinkedHashMap<>();

    /** Begins with the names of requests that were counted before. */
    ColdPass(Iterable<String> requests) {
        requests.forEach(request -> counts.put(request, new Counts()));
    }

    /** True if a request of a name is to be counted. */
    synchronized boolean wants(String request) {
        Counts of = counts.get(request);
        return of != null && of.size() < EACH && tries.getOrDefault(request, 0) < MOST_TRIES;
    }

    /** Notes that a request of a name has ended, and was counted or not. */
    synchronized void tried(String request) {
        tries.merge(request, 1, Integer::sum);
    }

    /** Adds the work of a request. */
    synchronized void add(String request, String input, long[] work) {
        Counts of = counts.get(request);
        if (of != null) {
            of.add(input, work);
        }
    }

    synchronized boolean isOver() {
        return counts.keySet().stream().noneMatch(this::wants) || System.nanoTime() - began > LONGEST_NANOS;
    }

    /** The names of the requests in the table, after those of the others. */
    synchronized List<String> names() {
        return counts.keySet().stream().map(Work::afterCollection).toList();
    }

    synchronized int position(String request) {
        return List.copyOf(counts.keySet()).indexOf(request);
    }

    /** Adds the figure of a name to its others, if it is known. */
    synchronized void addTo(String request, Map<WorkCount, Work.PerRequest> known) {
        Counts of = counts.get(request);
        if (of != null && of.size() >= LEAST) {
            known.put(
                    WorkCount.COLD_INSTRUCTIONS,
                    new Work.PerRequest(
                            of.mean(WorkCount.INSTRUCTIONS, InputEffects.NONE),
                            of.error(WorkCount.INSTRUCTIONS, InputEffects.NONE)));
        }
    }
}
