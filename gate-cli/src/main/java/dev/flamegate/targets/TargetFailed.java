package dev.flamegate.targets;

/** The target cannot be started or went away; the message says what was tried, what to do, and the log's tail. */
public final class TargetFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    public TargetFailed(String message) {
        super(message);
    }

    public TargetFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
