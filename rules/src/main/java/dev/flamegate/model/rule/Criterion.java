package dev.flamegate.model.rule;

import org.jspecify.annotations.Nullable;

/** A limit on an indicator; it states the passing condition. */
public sealed interface Criterion {
    /** The criterion as written in the rule file: its stable name in reports. */
    String text();

    Operator operator();

    Quantity limit();

    /** The indicator itself against a limit: {@code < 250 ms}. */
    record Absolute(String text, Operator operator, Quantity limit) implements Criterion {}

    /**
     * The change against a baseline: {@code < 10% growth vs previous run, ignoring < 5 ms}.
     *
     * @param limit relative (0.1 of the baseline when written {@code 10%}) or absolute, see {@code relative}
     * @param relative whether {@code limit} is a part of the baseline's value
     * @param change the direction that is limited; a drop of 10 % is a growth of -10 %
     * @param ignoring changes smaller than this, in the indicator's own unit, are masked; {@code null} for none
     */
    record Growth(
            String text,
            Operator operator,
            Quantity limit,
            boolean relative,
            Change change,
            BaselineRef baseline,
            @Nullable Quantity ignoring)
            implements Criterion {}

    enum Change {
        GROWTH,
        DROP
    }
}
