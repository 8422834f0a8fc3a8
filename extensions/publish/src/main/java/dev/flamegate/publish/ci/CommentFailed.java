package dev.flamegate.publish.ci;

import dev.flamegate.model.message.FailureKind;
import dev.flamegate.model.message.KnownFailure;
import org.jspecify.annotations.Nullable;

/** A comment, an annotation or a message could not be made: the message says what failed and what to do. */
public final class CommentFailed extends RuntimeException implements KnownFailure {
    private static final long serialVersionUID = 1;

    public CommentFailed(String message) {
        super(message);
    }

    public CommentFailed(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public FailureKind kind() {
        return FailureKind.COMMENT_FAILED;
    }
}
