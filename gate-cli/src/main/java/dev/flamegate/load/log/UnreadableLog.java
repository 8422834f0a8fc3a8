package dev.flamegate.load.log;

/** A log that cannot be read: of a version not known to be read right, or not what the format allows. */
public final class UnreadableLog extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnreadableLog(String message) {
        super(message);
    }
}
