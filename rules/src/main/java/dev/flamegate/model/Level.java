package dev.flamegate.model;

/** What a broken criterion does to the build. */
public enum Level {
    MUST,
    SHOULD
}
