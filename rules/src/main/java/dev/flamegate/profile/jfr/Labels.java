package dev.flamegate.profile.jfr;

/** What the application put on its samples, by the numbers that samples carry. */
@FunctionalInterface
public interface Labels {
    /** No labels. */
    Labels NONE = (context, spanName) -> "";

    /** The request of a sample by its context and the name of its span; empty when neither says one. */
    String request(long context, long spanName);
}
