package dev.flamegate.model;

/** One of the two builds in a comparison. */
public enum Arm {
    BASELINE,
    CANDIDATE;

    public Arm other() {
        return this == BASELINE ? CANDIDATE : BASELINE;
    }
}
