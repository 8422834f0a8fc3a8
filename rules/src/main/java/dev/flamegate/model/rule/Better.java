package dev.flamegate.model.rule;

/** The good direction of an indicator. */
public enum Better {
    LOWER,
    HIGHER
}
