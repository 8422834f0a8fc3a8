package dev.flamegate.search.bisect;

/**
 * A commit's change, as a first guess of whether it made a rule break. A guess says where to look first; a few pairs
 * outweigh it, so a wrong one costs pairs and not the answer.
 */
public enum Touch {
    /** Lines of the culprit's method, or near its line. */
    CULPRIT(12),
    /** The culprit's file. */
    FILE(6),
    /** The module that the culprit's file is in. */
    MODULE(3),
    /** A module that this one is built from. */
    DEPENDENCY(2),
    /** The commit changed something else, or the place of the culprit is unknown. */
    OTHER(1),
    /** The commit changed only documents, tests, or other files that are not in the build. */
    NOT_BUILT(0.05);

    /** The weight of a merge, which joins changes with separate commits; it rarely adds more than a conflict solved. */
    private static final double OF_MERGE = 0.2;

    private final double weight;

    Touch(double weight) {
        this.weight = weight;
    }

    /** The commit's weight relative to any other commit. */
    double weight(boolean merge) {
        return merge ? weight * OF_MERGE : weight;
    }
}
