package dev.flamegate.load.results;

/** Results that are not of the format that the plan says; the message names the file and the line. */
public final class UnreadableResults extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreadableResults(String message, Throwable cause) {
        super(message, cause);
    }
}
