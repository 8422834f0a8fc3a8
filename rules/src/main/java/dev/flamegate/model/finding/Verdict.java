package dev.flamegate.model.finding;

/** The gate's verdict on a run or a comparison. */
public enum Verdict {
    /** Every {@code must} is shown to hold. */
    PASS,
    /** A {@code should} is broken, or there is a significant growth below its limit. */
    WARN,
    /** A {@code must} is broken. */
    FAIL,
    /** Inconclusive: the evidence is not enough, or a baseline is missing. */
    INCONCLUSIVE,
    /** The measurement itself is unsound. */
    INVALID;

    /** One character to show next to the word, equal to that of the outcome of this name. */
    public String symbol() {
        return Outcome.valueOf(name()).symbol();
    }
}
