package dev.flamegate.ci;

import dev.flamegate.collect.CollectionFailed;
import java.util.Optional;

/** Where the comments of one pull or merge request are. */
interface Forge {
    /** One comment, there already. */
    record Comment(String id, String body, String url) {}

    /** Most characters of a comment. */
    int limit();

    /**
     * The oldest comment that begins with the marker and was written by the same account as ours are.
     *
     * @throws CollectionFailed when the comments cannot be read
     */
    Optional<Comment> own(Marker marker) throws InterruptedException;

    /**
     * Writes a new comment.
     *
     * @throws AnswerLost when it may have been written
     * @throws CollectionFailed when it was not
     */
    Comment create(String body) throws InterruptedException, AnswerLost;

    /**
     * Writes a comment anew.
     *
     * @return empty when this account may not, or the comment is gone
     * @throws CollectionFailed when it cannot be reached
     */
    Optional<Comment> update(Comment comment, String body) throws InterruptedException;

    /** Nobody knows whether what was asked for was done. */
    final class AnswerLost extends Exception {
        private static final long serialVersionUID = 1;
        private final CollectionFailed failure;

        AnswerLost(CollectionFailed failure) {
            super(failure.getMessage(), failure);
            this.failure = failure;
        }

        CollectionFailed failure() {
            return failure;
        }
    }
}
