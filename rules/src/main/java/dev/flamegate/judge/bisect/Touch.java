package dev.flamegate.judge.bisect;

/**
 * What a commit changed, as a first guess of whether it made a rule break. A guess says where to look first; a few pairs
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
    /** Something else, or where the culprit is in is not known. */
    OTHER(1),
    /** Only documents, tests, or what else is not in the build. */
    NOT_BUILT(0.05);

    /** A merge joins changes that have commits of their own; what it adds to them is rarely more than a conflict solved. */
    private static final double OF_MERGE = 0.2;

    private final double weight;

    Touch(double weight) {
        this.weight = weight;
    }

    /** How many times as probable as any other commit. */
    double weight(boolean merge) {
        return merge ? weight * OF_MERGE : weight;
    }
}
