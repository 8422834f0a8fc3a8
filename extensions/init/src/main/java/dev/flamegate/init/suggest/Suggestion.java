package dev.flamegate.init.suggest;

import dev.flamegate.judge.forecast.Forecast;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Rule;
import org.jspecify.annotations.Nullable;

/**
 * A limit that the noise allows.
 *
 * @param rule as it is
 * @param now its criterion
 * @param suggested the same with another limit; {@code null} where no limit is better than none
 * @param forecast of the suggested criterion, or of the present one
 * @param kept why the present limit is kept, or none suggested, a clause for people; {@code null} where one is
 *     suggested
 * @param price of a suggested limit on a growth against the baseline; {@code null} for others
 */
record Suggestion(
        Rule rule,
        Level level,
        Criterion now,
        @Nullable Criterion suggested,
        Forecast forecast,
        @Nullable String kept,
        @Nullable Price price) {}
