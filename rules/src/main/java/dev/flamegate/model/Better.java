package dev.flamegate.model;

/** Which direction of an indicator is the good one. */
public enum Better {
    LOWER,
    HIGHER
}
