package dev.flamegate.load.log;

/** A log that cannot be read: its version is unknown, or it violates the format. */
public final class UnreadableLog extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreadableLog(String message) {
        super(message);
    }
}
