package dev.flamegate.model.finding;

/** The result of judging a criterion. */
public enum Outcome {
    PASS("✓", 8),
    WARN("!", 3),
    FAIL("✗", 0),
    INCONCLUSIVE("?", 2),
    INVALID("⊘", 1),
    /** The value has no baseline yet; the finding says why. */
    RECORDED("•", 6),
    /** A growth smaller than the rule's explicit floor. */
    MASKED("~", 5),
    /** A growth that the ledger accepts. */
    ACCEPTED("~", 4),
    /**
     * The rule does not apply: it is for the other command, or there are no data and it has {@code on-no-data: skip}.
     */
    SKIPPED("-", 7);

    private final String symbol;
    private final int rank;

    Outcome(String symbol, int rank) {
        this.symbol = symbol;
        this.rank = rank;
    }

    /**
     * One character to show next to the word, so that colour is never the only sign; different for outcomes that are
     * easily confused.
     */
    public String symbol() {
        return symbol;
    }

    /** Place in a list that starts with the worst, from 0. */
    public int rank() {
        return rank;
    }
}
