package dev.flamegate.model.rule;

/** The keys with which a rule narrows an indicator to a part of the service. */
public enum SelectorKind {
    /** A request name of the load, or an endpoint label of the profile. */
    REQUEST,
    /** A frame of the profile: class, or class and method. */
    FRAME,
    /** A thread pool: a thread name with its numbers taken out. */
    POOL;

    /** The key as written in a rule file. */
    public String key() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
