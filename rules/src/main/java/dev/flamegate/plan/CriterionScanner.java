package dev.flamegate.plan;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Walks over the words of a criterion. */
final class CriterionScanner {
    private static final String OPERATOR_SIGNS = "<>=!≤≥~";

    private final String text;
    private int at;

    CriterionScanner(String text) {
        this.text = text;
        skipSpaces();
    }

    /** The offset of the next word, or the length of the text without trailing spaces. */
    int at() {
        return at;
    }

    void backTo(int offset) {
        at = offset;
    }

    boolean atEnd() {
        return at == text.length();
    }

    String rest() {
        return text.substring(at).strip();
    }

    /** All comparison signs at this place; empty for none. */
    String operator() {
        return take(sign -> OPERATOR_SIGNS.indexOf(sign) >= 0);
    }

    /** Digits, with the point and more digits where they follow; empty for none. */
    String number() {
        int start = at;
        takeDigits();
        if (at > start && at + 1 < text.length() && text.charAt(at) == '.' && isDigit(text.charAt(at + 1))) {
            at++;
            takeDigits();
        }
        return finish(start);
    }

    /** Everything up to the next space, comma or angle bracket; the sign {@code %} is a separate word. */
    String word() {
        if (!atEnd() && text.charAt(at) == '%') {
            int start = at++;
            return finish(start);
        }
        return take(sign -> !isSpace(sign) && ",<>".indexOf(sign) < 0);
    }

    boolean takesComma() {
        if (!atEnd() && text.charAt(at) == ',') {
            at++;
            skipSpaces();
            return true;
        }
        return false;
    }

    private String take(IntPredicate wanted) {
        int start = at;
        while (!atEnd() && wanted.test(text.charAt(at))) {
            at++;
        }
        return finish(start);
    }

    private void takeDigits() {
        while (!atEnd() && isDigit(text.charAt(at))) {
            at++;
        }
    }

    private String finish(int start) {
        String taken = text.substring(start, at);
        skipSpaces();
        return taken;
    }

    private void skipSpaces() {
        while (!atEnd() && isSpace(text.charAt(at))) {
            at++;
        }
    }

    static boolean isDigit(int sign) {
        return sign >= '0' && sign <= '9';
    }

    /** Spaces, tabs, line ends, and the two kinds of no-break space that get copied from other programs. */
    private static boolean isSpace(int sign) {
        return sign == ' ' || sign == '\t' || sign == '\n' || sign == '\r' || sign == '\u00a0' || sign == '\u202f';
    }

    /** A mistake in a criterion, with the position of its character. */
    static final class CriterionProblem extends Exception {
        private static final long serialVersionUID = 1L;

        private final int offset;
        private final @Nullable String suggestion;

        /**
         * @param offset characters before the wrong word; the length of the text when something is missing at its end
         * @param suggestion what was probably meant, in place of the wrong word; {@code null} for none
         */
        CriterionProblem(int offset, String message, @Nullable String suggestion) {
            super(message, null, false, false);
            this.offset = offset;
            this.suggestion = suggestion;
        }

        int offset() {
            return offset;
        }

        String message() {
            return String.valueOf(getMessage());
        }

        @Nullable
        String suggestion() {
            return suggestion;
        }
    }
}
