package dev.flamegate.model.finding;

import java.util.List;

/**
 * A method that the candidate of a comparison calls more often.
 *
 * @param method as profiles have it
 * @param callers methods through which it is called, the nearest first; empty where none is known
 */
public record MoreCalls(String method, List<String> callers, CallRate calls) {
    public MoreCalls {
        callers = List.copyOf(callers);
        if (method.isEmpty()) {
            throw new IllegalArgumentException("a method has a name");
        }
    }
}
