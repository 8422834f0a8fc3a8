package dev.flamegate.publish.serve;

import java.util.Locale;

/** The measurement that a verdict was given on. */
public enum Kind {
    RUN,
    COMPARE;

    /** The kind's word in a query and an answer. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
