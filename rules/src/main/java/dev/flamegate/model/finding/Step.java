package dev.flamegate.model.finding;

/** What follows for a criterion from a look at a comparison that grows pair by pair. */
public enum Step {
    /** Shown to be below the limit. */
    PASS,
    /** Significant and at the limit or beyond. */
    FAIL,
    /** The same, but so early that one more pair has to agree. */
    CONFIRM,
    /** More pairs are needed. */
    GO_ON;

    /** Whether the criterion needs no more pairs. */
    public boolean isDecided() {
        return this == PASS || this == FAIL;
    }
}
