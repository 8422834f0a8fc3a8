package dev.flamegate.model.finding;

/** What one finding says. */
public enum Outcome {
    PASS,
    WARN,
    FAIL,
    INCONCLUSIVE,
    INVALID,
    /** Nothing to compare with yet; says why. */
    RECORDED,
    /** A growth smaller than the rule's explicit floor. */
    MASKED,
    /** A growth that stands in the ledger. */
    ACCEPTED,
    /** The rule does not speak here: other command, or no data and {@code on-no-data: skip}. */
    SKIPPED
}
