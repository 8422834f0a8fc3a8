package dev.flamegate.model.finding;

/** The outcome of one finding. */
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
    /** A growth that the ledger accepts. */
    ACCEPTED,
    /** The rule does not apply here: other command, or no data and {@code on-no-data: skip}. */
    SKIPPED
}
