package dev.flamegate.plan;

import org.jspecify.annotations.Nullable;

/** What is wrong with a criterion, and at which of its characters. */
final class CriterionProblem extends Exception {
    private static final long serialVersionUID = 1L;

    private final int offset;
    private final @Nullable String suggestion;

    /**
     * @param offset characters before the wrong word; the length of the text when something is missing at its end
     * @param suggestion what was probably meant, in place of the wrong word; {@code null} for no idea
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
