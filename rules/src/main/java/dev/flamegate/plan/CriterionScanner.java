package dev.flamegate.plan;

import java.util.function.IntPredicate;

/** Walks over the words of a criterion. */
final class CriterionScanner {
    private static final String OPERATOR_SIGNS = "<>=!≤≥~";

    private final String text;
    private int at;

    CriterionScanner(String text) {
        this.text = text;
        skipBlanks();
    }

    /** Where the next word begins, or the length of the text without the blanks at its end. */
    int at() {
        return at;
    }

    void backTo(int offset) {
        at = offset;
    }

    boolean atEnd() {
        return at == text.length();
    }

    /** All from here on. */
    String rest() {
        return text.substring(at).strip();
    }

    /** The signs of a comparison that stand here, all of them; empty for none. */
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

    /** All up to the next blank, comma or angle; the sign {@code %} is a word of its own. */
    String word() {
        if (!atEnd() && text.charAt(at) == '%') {
            int start = at++;
            return finish(start);
        }
        return take(sign -> !isBlank(sign) && ",<>".indexOf(sign) < 0);
    }

    /** Whether this word comes next, which is then taken. */
    boolean takes(String word) {
        int start = at;
        if (word().equals(word)) {
            return true;
        }
        at = start;
        return false;
    }

    boolean takesComma() {
        if (!atEnd() && text.charAt(at) == ',') {
            at++;
            skipBlanks();
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
        skipBlanks();
        return taken;
    }

    private void skipBlanks() {
        while (!atEnd() && isBlank(text.charAt(at))) {
            at++;
        }
    }

    static boolean isDigit(int sign) {
        return sign >= '0' && sign <= '9';
    }

    /** Blanks, ends of lines, and the two hard blanks that people copy from pages of other programs. */
    private static boolean isBlank(int sign) {
        return sign == ' ' || sign == '\t' || sign == '\n' || sign == '\r' || sign == '\u00a0' || sign == '\u202f';
    }
}
