package dev.flamegate.model.rule;

/** The effect of a broken criterion on the build. */
public enum Level {
    MUST,
    SHOULD
}
