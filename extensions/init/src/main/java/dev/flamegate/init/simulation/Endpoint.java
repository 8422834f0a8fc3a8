package dev.flamegate.init.simulation;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One endpoint of a service, with requests that can be sent to it.
 *
 * @param method of HTTP, one of {@link RequestTarget#METHODS}
 * @param template of its path, with {@code {id}} for what varies; printable ASCII that Gatling evaluates nothing in
 * @param share of the load
 * @param calls requests in the order in which they are sent, over and over; at least one
 * @param contentType of the calls' bodies; {@code null} when they have none
 * @param headers by name, besides the content type
 * @param statuses of answers that count as success, at least one
 */
record Endpoint(
        String method,
        String template,
        Share share,
        List<Call> calls,
        @Nullable String contentType,
        Map<String, String> headers,
        SortedSet<Integer> statuses) {
    Endpoint {
        calls = List.copyOf(calls);
        headers = Collections.unmodifiableMap(new TreeMap<>(headers));
        statuses = Collections.unmodifiableSortedSet(new TreeSet<>(statuses));
        if (calls.isEmpty() || statuses.isEmpty()) {
            throw new IllegalArgumentException(method + " " + template + ": no call, or no status");
        }
    }

    /** The name of the endpoint's requests in reports: {@code GET /orders/{id}}. */
    String name() {
        return method + " " + template;
    }

    /**
     * One request.
     *
     * @param target path and query, beginning with a slash, in characters that a URI may have
     * @param body {@code null} for none
     */
    record Call(String target, @Nullable String body) {}

    sealed interface Share permits Seen, Equal, Off {}

    /**
     * A share in proportion to the requests that were seen.
     *
     * @param requests above 0
     */
    record Seen(long requests) implements Share {}

    record Equal() implements Share {}

    /**
     * No share: the request is written, but not sent.
     *
     * @param reason why not, as the end of a sentence; plain text without anything from the file
     */
    record Off(String reason) implements Share {}
}
