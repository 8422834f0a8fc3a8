package dev.flamegate.load.results;

/** Results that violate the format named in the plan; the message names the file and the line. */
public final class UnreadableResults extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreadableResults(String message, Throwable cause) {
        super(message, cause);
    }
}
