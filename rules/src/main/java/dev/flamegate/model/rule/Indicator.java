package dev.flamegate.model.rule;

import dev.flamegate.model.Unit;
import dev.flamegate.model.rule.IndicatorSource.ProfileShare;
import dev.flamegate.model.rule.IndicatorSource.ProfileShare.Part;
import dev.flamegate.model.rule.IndicatorSource.Query;
import dev.flamegate.model.rule.IndicatorSource.Starvation;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A value that is measured.
 *
 * @param name as written in a rule, such as {@code cpu.per-request}
 * @param unit the unit people read and write it in; values inside are in base units of its dimension
 * @param better the good direction
 * @param description one sentence for people, without the full stop
 * @param selectors the keys that a rule can narrow it by
 * @param source where its values come from
 */
public record Indicator(
        String name,
        Unit unit,
        Better better,
        String description,
        Set<SelectorKind> selectors,
        IndicatorSource source) {
    public Indicator {
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(better, "better");
        Objects.requireNonNull(source, "source");
        if (name.isBlank()) {
            throw new IllegalArgumentException("an indicator needs a name");
        }
        selectors = Set.copyOf(selectors);
    }

    /**
     * A user's own indicator.
     *
     * @param query PromQL, with its placeholders
     */
    public static Indicator own(String name, Unit unit, Better better, String description, String query) {
        return new Indicator(name, unit, better, description, Set.of(), new Query(query));
    }

    /** PromQL of a user's own indicator; empty for a built-in one. */
    public Optional<String> query() {
        return source instanceof Query query ? Optional.of(query.promql()) : Optional.empty();
    }

    public boolean isProfile() {
        return source instanceof ProfileShare || source instanceof Starvation;
    }

    /**
     * True if the indicator's value is a share of the profile, which a rule must narrow to a frame, a pool or a
     * request.
     */
    public boolean isShareOfPart() {
        return source instanceof ProfileShare share && share.part() != Part.WORST_METHOD;
    }

    /**
     * True if the indicator is about the one method that grew most; its growth is then a fraction of the baseline's
     * whole cost.
     */
    public boolean isWorstMethod() {
        return source instanceof ProfileShare share && share.part() == Part.WORST_METHOD;
    }
}
