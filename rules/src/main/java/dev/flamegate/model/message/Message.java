package dev.flamegate.model.message;

import java.util.Locale;

/**
 * A kind of message that people may look up: it stopped or doubts a measurement. What happened in one case is said where it
 * happened; this is what all cases have in common. docs/messages.md lists all of them.
 */
public sealed interface Message permits ValidityCheck, Notice, ProfileNotice, MetricsNotice, DoctorCheck, FailureKind {
    /** The name of the constant, which an enum has. */
    String name();

    /** What the message means: one or two sentences. */
    String cause();

    /** What to do: one or two sentences. */
    String remedy();

    /** Unique among all messages and stable, as people link to it: words in small letters with dashes between them. */
    default String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
