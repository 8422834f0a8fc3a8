package dev.flamegate.model.rule;

/** Which direction of an indicator is the good one. */
public enum Better {
    LOWER,
    HIGHER
}
