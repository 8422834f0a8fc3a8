package dev.flamegate.publish.notify;

import dev.flamegate.model.finding.Verdict;
import java.util.Locale;
import java.util.Optional;

/** The state of a service, as far as a verdict shows it. */
enum NotifiedState {
    /** No {@code must} is broken. */
    GOOD,
    /** A {@code must} is broken. */
    BAD;

    /** The state that a verdict shows; empty for one that decides nothing. */
    public static Optional<NotifiedState> of(Verdict verdict) {
        return switch (verdict) {
            case PASS, WARN -> Optional.of(GOOD);
            case FAIL -> Optional.of(BAD);
            case INCONCLUSIVE, INVALID -> Optional.empty();
        };
    }

    /** {@code good} or {@code bad}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
