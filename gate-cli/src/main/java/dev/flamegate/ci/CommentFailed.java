package dev.flamegate.ci;

import org.jspecify.annotations.Nullable;

/** A comment, an annotation or a message could not be made: the message says what failed and what to do. */
public final class CommentFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CommentFailed(String message) {
        super(message);
    }

    public CommentFailed(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
