package dev.flamegate.model.finding;

import java.util.List;

/**
 * A method that the candidate of a comparison calls more often.
 *
 * @param method as profiles have it
 * @param callers methods that changed between the builds and call it; empty if it changed itself and none does
 * @param pairs in which it was counted
 */
public record MoreCalls(String method, List<String> callers, CallRate calls, int pairs) {
    public MoreCalls {
        callers = List.copyOf(callers);
        if (method.isEmpty()) {
            throw new IllegalArgumentException("a method has a name");
        }
    }
}
