package dev.flamegate.model;

/**
 * What the load generator saw of one request name inside a window; a request belongs to the window it ended in.
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
}
