package dev.flamegate.model.message;

import java.util.Locale;

/**
 * A kind of message that people may look up: it stopped, doubts or explains a measurement. What happened in one case is
 * said where it happened; this is what all cases have in common. docs/messages.md lists all of them.
 */
public sealed interface Message
        permits ValidityCheck, Notice, ProfileNotice, MetricsNotice, JvmCause, DoctorCheck, FailureKind {
    /**
     * The list's entry on a message.
     *
     * @param cause what it means: one or two sentences
     * @param remedy what to do: one or two sentences
     */
    record Entry(String cause, String remedy) {}

    /** The name of the constant, which an enum has. */
    String name();

    Entry entry();

    default String cause() {
        return entry().cause();
    }

    default String remedy() {
        return entry().remedy();
    }

    /** Unique among all messages and stable, as people link to it: words in small letters with dashes between them. */
    default String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
