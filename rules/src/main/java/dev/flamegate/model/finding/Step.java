package dev.flamegate.model.finding;

/** What a look at a growing comparison means for a criterion. */
public enum Step {
    /** Shown to be below the limit. */
    PASS,
    /** Significant and at the limit or beyond. */
    FAIL,
    /** The same, but so early that one more pair must confirm it. */
    CONFIRM,
    /** More pairs are needed. */
    GO_ON;

    /** Whether the criterion needs no more pairs. */
    public boolean isDecided() {
        return this == PASS || this == FAIL;
    }
}
