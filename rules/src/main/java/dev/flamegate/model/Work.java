package dev.flamegate.model;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The work of one start of a target, counted exactly, one request after the other.
 *
 * @param requests what requests of each name made it execute, by method and path such as {@code GET /owners/{}}
 * @param background groups of threads that ran without requests as much as with them, and were left out
 * @param uncounted classes that are not counted, or only in part, with reasons; empty for none
 */
public record Work(Map<String, Requests> requests, List<String> background, List<String> uncounted) {
    public Work {
        requests = Collections.unmodifiableMap(new LinkedHashMap<>(requests));
        background = List.copyOf(background);
        uncounted = List.copyOf(uncounted);
    }

    /** The name of requests in a difference of methods, where each of them comes right after a collection. */
    public static String afterCollection(String request) {
        return request + " after a collection";
    }

    /**
     * The requests of one name.
     *
     * @param counted how many there were, at least 1
     * @param counts the work per request, of each kind
     */
    public record Requests(long counted, Map<WorkCount, PerRequest> counts) {
        public Requests {
            if (counted < 1) {
                throw new IllegalArgumentException(counted + ": at least one request was counted");
            }
            Map<WorkCount, PerRequest> copy = new EnumMap<>(WorkCount.class);
            copy.putAll(counts);
            counts = Collections.unmodifiableMap(copy);
        }
    }

    /**
     * One kind of work.
     *
     * @param mean per request, in base units
     * @param error standard error of {@code mean}, as stretches of requests show it that follow each other; not
     *     negative, 0 where all were equal
     */
    public record PerRequest(double mean, double error) {
        public PerRequest {
            if (!(mean >= 0) || !(error >= 0)) {
                throw new IllegalArgumentException(mean + ", " + error + ": work and its error are not negative");
            }
        }
    }
}
