package dev.flamegate.publish.ci;

import dev.flamegate.publish.ci.Forge.AnswerLost;
import dev.flamegate.publish.ci.Forge.Comment;
import dev.flamegate.report.json.Result;
import java.util.List;
import java.util.Optional;

/** Keeps one comment per marker: written once, then edited in place. */
final class CommentPoster {
    private static final int ATTEMPTS = 3;

    private CommentPoster() {}

    public enum Done {
        CREATED,
        UPDATED,
        /** The comment had the same text already. */
        UNCHANGED
    }

    /** An existing comment.
     *
     * @param url of it; empty where the forge does not say
     */
    public record Posted(String url, Done done) {}

    /**
     * Writes or edits the comment of a result.
     *
     * @param owners of the culprit
     * @throws dev.flamegate.collect.CollectionFailed when that cannot be done
     */
    public static Posted post(Forge forge, Result result, Marker marker, CommentLinks links, List<String> owners)
            throws InterruptedException {
        return post(forge, marker, CommentText.write(result, marker, links, owners, forge.limit()));
    }

    /** Writes the comment. When the answer to a write was lost, looks for the comment before writing it again. */
    static Posted post(Forge forge, Marker marker, String body) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            Optional<Comment> before = forge.own(marker);
            if (before.isPresent() && isSame(before.get().body(), body)) {
                return new Posted(before.get().url(), Done.UNCHANGED);
            }
            if (before.isPresent()) {
                Optional<Comment> updated = forge.update(before.get(), body);
                if (updated.isPresent()) {
                    return new Posted(updated.get().url(), Done.UPDATED);
                }
            }
            try {
                return new Posted(forge.create(body).url(), Done.CREATED);
            } catch (AnswerLost e) {
                if (attempt == ATTEMPTS) {
                    throw e.failure();
                }
            }
        }
    }

    /** True if two texts differ at most in line ends and trailing space, which forges treat differently. */
    private static boolean isSame(String one, String other) {
        return one.replace("\r\n", "\n").strip().equals(other.strip());
    }
}
