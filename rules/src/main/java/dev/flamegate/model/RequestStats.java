package dev.flamegate.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The load generator's results for one request name inside a window; a request belongs to the window it ended in.
 *
 * @param name request name of the simulation, groups joined by {@code " / "}
 * @param ok successful requests
 * @param failed requests that failed or missed their checks
 * @param latency of the successful ones
 */
public record RequestStats(String name, long ok, long failed, LatencyHistogram latency) {
    public RequestStats {
        if (ok < 0 || failed < 0) {
            throw new IllegalArgumentException(name + ": counts must not be negative");
        }
    }

    public long total() {
        return ok + failed;
    }

    /**
     * Merges the results of several windows or generators as if they were one: by name, counts added up, latencies
     * merged.
     */
    public static List<RequestStats> merged(Collection<List<RequestStats>> parts) {
        Map<String, List<RequestStats>> byName = new TreeMap<>();
        parts.forEach(part -> part.forEach(request -> byName.computeIfAbsent(request.name(), name -> new ArrayList<>())
                .add(request)));
        return byName.entrySet().stream()
                .map(entry -> new RequestStats(
                        entry.getKey(),
                        entry.getValue().stream().mapToLong(RequestStats::ok).sum(),
                        entry.getValue().stream()
                                .mapToLong(RequestStats::failed)
                                .sum(),
                        LatencyHistogram.merge(entry.getValue().stream()
                                .map(RequestStats::latency)
                                .toList())))
                .toList();
    }
}
