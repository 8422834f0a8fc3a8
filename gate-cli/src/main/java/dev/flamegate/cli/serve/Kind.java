package dev.flamegate.cli.serve;

import java.util.Locale;

/** What a verdict was given on. */
enum Kind {
    RUN,
    COMPARE;

    /** As in a query and an answer. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
