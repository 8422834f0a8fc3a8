package dev.flamegate.model.finding;

/** The meaning of a look at a growing comparison for a criterion. */
public enum Step {
    /** The growth is shown to be below the limit. */
    PASS,
    /** The growth is significant and at the limit or beyond. */
    FAIL,
    /** Like {@link #FAIL}, but so early that more pairs must confirm it. */
    CONFIRM,
    /** More pairs are needed. */
    GO_ON;

    /** True if the criterion needs no more pairs. */
    public boolean isDecided() {
        return this == PASS || this == FAIL;
    }
}
