package dev.flamegate.model.message;

/** An exception that ends a command and is no bug: it says which entry of the list of messages explains it. */
public interface KnownFailure {
    /** The entry in the list of messages. */
    FailureKind kind();
}
