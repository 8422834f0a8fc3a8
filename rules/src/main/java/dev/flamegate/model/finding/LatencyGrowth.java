package dev.flamegate.model.finding;

import java.util.List;
import java.util.Optional;

/**
 * The growth of the time that a request takes on average: what it consists of, and which requests have it.
 *
 * @param parts the one that grew most first, but those that are noise after all others; empty where none are known
 * @param slowest the share of the growth that the slowest tenth of all requests have, as a ratio: 0.1 where all requests
 *     got slower by the same time, 1 where only those did, more where the others got faster
 * @param named whether it is of the requests of one name alone, as samples are labelled with it; else of all requests
 */
public record LatencyGrowth(List<LatencyPart> parts, double slowest, boolean named) {
    /** The growth of something else than latency, or of one whose parts are not known. */
    public static final LatencyGrowth NONE = new LatencyGrowth(List.of(), 0, false);

    public LatencyGrowth {
        parts = List.copyOf(parts);
    }

    /** Seconds per request; 0 without parts. */
    public double grown() {
        return parts.stream().mapToDouble(LatencyPart::grown).sum();
    }

    /** The first part: the one that grew most, unless that is noise. */
    public Optional<LatencyPart> largest() {
        return parts.stream().findFirst();
    }
}
