package dev.flamegate.model;

import java.util.List;

/**
 * One of the service's own histograms over a window: the increments of its buckets.
 *
 * @param request the endpoint label's value
 * @param count observations in the window
 * @param sum their sum, in seconds
 * @param buckets by ascending upper bound, not cumulative; gaps between them hold no observations
 * @param resolution "native" or "classic"
 */
public record ServerLatency(String request, double count, double sum, List<Bucket> buckets, String resolution) {
    public ServerLatency {
        buckets = List.copyOf(buckets);
    }

    /**
     * One bucket.
     *
     * @param lower exclusive lower bound in seconds, at least 0
     * @param upper inclusive upper bound in seconds; may be infinity
     * @param count observations in it
     */
    public record Bucket(double lower, double upper, double count) {}
}
