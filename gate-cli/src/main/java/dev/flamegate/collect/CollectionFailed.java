package dev.flamegate.collect;

import org.jspecify.annotations.Nullable;

/** A source did not answer, so the measurement cannot continue; the message says what failed and what to do. */
public final class CollectionFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CollectionFailed(String message) {
        super(message);
    }

    public CollectionFailed(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
