package dev.flamegate.model.rule;

/** What a broken criterion does to the build. */
public enum Level {
    MUST,
    SHOULD
}
