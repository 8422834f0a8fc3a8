package dev.flamegate.model.finding;

public enum Outcome {
    PASS,
    WARN,
    FAIL,
    INCONCLUSIVE,
    INVALID,
    /** The value has no baseline yet; the finding says why. */
    RECORDED,
    /** A growth smaller than the rule's explicit floor. */
    MASKED,
    /** A growth that the ledger accepts. */
    ACCEPTED,
    /**
     * The rule does not apply: it is for the other command, or there are no data and it has {@code on-no-data: skip}.
     */
    SKIPPED
}
