package dev.flamegate.store;

/** A stored run cannot be written or read; the message says which and why. */
public final class StoreFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    public StoreFailed(String message) {
        super(message);
    }

    public StoreFailed(String message, Throwable cause) {
        super(message, cause);
    }
}
