package dev.flamegate.model;

/**
 * One way in which requests failed.
 *
 * @param message in the generator's words
 * @param count requests that failed this way, above 0
 */
public record FailureCount(String message, long count) {
    /** For people: {@code 2 × status 500}. */
    public String text() {
        return count + " × " + message;
    }
}
