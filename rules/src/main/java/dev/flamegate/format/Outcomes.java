package dev.flamegate.format;

import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import java.util.Locale;

/** The look of outcomes and verdicts: a symbol next to the word, so that colour is never the only sign. */
public final class Outcomes {
    private Outcomes() {}

    /** Place in a list that starts with the worst, from 0. */
    public static int rank(Outcome outcome) {
        return switch (outcome) {
            case FAIL -> 0;
            case INVALID -> 1;
            case INCONCLUSIVE -> 2;
            case WARN -> 3;
            case ACCEPTED -> 4;
            case MASKED -> 5;
            case RECORDED -> 6;
            case SKIPPED -> 7;
            case PASS -> 8;
        };
    }

    /** One character; different for outcomes that are easily confused. */
    public static String symbol(Outcome outcome) {
        return switch (outcome) {
            case PASS -> "✓";
            case WARN -> "!";
            case FAIL -> "✗";
            case INCONCLUSIVE -> "?";
            case INVALID -> "⊘";
            case RECORDED -> "•";
            case MASKED, ACCEPTED -> "~";
            case SKIPPED -> "-";
        };
    }

    public static String symbol(Verdict verdict) {
        return symbol(Outcome.valueOf(verdict.name()));
    }

    /** Name for a CSS class. */
    public static String key(Enum<?> outcomeOrVerdict) {
        return outcomeOrVerdict.name().toLowerCase(Locale.ROOT);
    }

    /** Escape code of its colour on a terminal. */
    public static String ansi(Outcome outcome) {
        return switch (outcome) {
            case FAIL -> "\u001b[31m";
            case WARN, INCONCLUSIVE -> "\u001b[33m";
            case PASS -> "\u001b[32m";
            case INVALID -> "\u001b[35m";
            case RECORDED, MASKED, ACCEPTED, SKIPPED -> "\u001b[36m";
        };
    }
}
