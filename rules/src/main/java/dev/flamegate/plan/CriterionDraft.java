package dev.flamegate.plan;

import dev.flamegate.model.BaselineRef;
import dev.flamegate.model.Criterion.Change;
import dev.flamegate.model.Operator;
import org.jspecify.annotations.Nullable;

/**
 * A criterion as its words say, its units not yet held against an indicator. Offsets count characters of the text.
 *
 * @param limit the number and the unit after the operator
 * @param growth the rest; {@code null} for a limit on the indicator itself
 */
record CriterionDraft(
        String text,
        Operator operator,
        Amount limit,
        @Nullable Growth growth) {
    /**
     * @param unit as written, empty for none
     * @param at where the number begins
     * @param unitAt where the unit is, or should be
     */
    record Amount(double value, String unit, int at, int unitAt) {}

    /**
     * @param changeAt where the word growth or drop is
     * @param baselineAt where the baseline begins
     */
    record Growth(
            Change change,
            int changeAt,
            BaselineRef baseline,
            int baselineAt,
            @Nullable Amount ignoring) {}
}
