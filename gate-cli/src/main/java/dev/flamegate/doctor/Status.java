package dev.flamegate.doctor;

/** What a check says of a run here. */
public enum Status {
    /** Nothing in the way. */
    OK,
    /** A run works, and is worse for it. */
    WARN,
    /** A run would stop. */
    FAIL,
    /** Not looked at: not needed, or not to be seen here. */
    SKIP
}
