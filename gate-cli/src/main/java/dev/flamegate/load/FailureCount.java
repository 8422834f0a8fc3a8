package dev.flamegate.load;

/**
 * One way in which requests failed.
 *
 * @param message as the generator says it
 * @param count of requests that failed so, above 0
 */
public record FailureCount(String message, long count) {}
