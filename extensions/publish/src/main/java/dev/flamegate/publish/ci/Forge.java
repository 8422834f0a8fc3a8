package dev.flamegate.publish.ci;

import dev.flamegate.collect.CollectionFailed;
import java.util.Optional;

/** One pull or merge request, as the place where its comments are. */
public interface Forge {
    record Comment(String id, String body, String url) {}

    /** The request's name in messages: {@code pull request 12 of acme/shop}. */
    String name();

    /** Maximum number of characters in a comment. */
    int limit();

    /**
     * The oldest comment that begins with the marker and was written by our own account.
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
     * Replaces the text of a comment.
     *
     * @return empty when this account may not, or the comment is gone
     * @throws CollectionFailed when it cannot be reached
     */
    Optional<Comment> update(Comment comment, String body) throws InterruptedException;

    /** The answer to a request got lost, so it is unknown whether the request took effect. */
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
