package dev.flamegate.model.finding;

import java.time.Instant;

/**
 * A commit between the two builds that touched a culprit's file.
 *
 * @param hash the full hash
 * @param near lines it touched in the culprit's method or close to its line
 * @param touched lines it touched in the file
 */
public record SuspectCommit(String hash, String author, Instant date, String subject, int near, int touched) {
    public SuspectCommit {
        if (near < 0 || touched < near) {
            throw new IllegalArgumentException(
                    near + " of " + touched + ": the lines near the culprit must be among those touched");
        }
    }
}
