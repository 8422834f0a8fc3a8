package dev.flamegate.model;

import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Something that is measured.
 *
 * @param name as written in a rule, such as {@code cpu.per-request}
 * @param unit the unit people read and write it in; values inside are in base units of its dimension
 * @param better the good direction
 * @param description one sentence for people, without the full stop
 * @param selectors the keys by which a rule can narrow it
 * @param query PromQL of a user's own indicator; {@code null} for a built-in one
 */
public record Indicator(
        String name,
        Unit unit,
        Better better,
        String description,
        Set<SelectorKind> selectors,
        @Nullable String query) {
    public Indicator {
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(better, "better");
        if (name.isBlank()) {
            throw new IllegalArgumentException("an indicator needs a name");
        }
        selectors = Set.copyOf(selectors);
    }

    /** Whether the indicator is a percentage, so that an absolute growth of it is written in points. */
    public boolean isRatio() {
        return unit.dimension() == Dimension.RATIO;
    }

    /**
     * The key of {@link Trial#scraped} under which a server's answer to the query of a user's own indicator is kept, in
     * the query's unit. It ends as the means of levels do, and like them is averaged where windows are put together.
     */
    public String recordedKey() {
        return missingId() + "@mean";
    }

    /** The id of the trial's warning that says why there is no answer under {@link #recordedKey}. */
    public String missingId() {
        return "indicator/" + name;
    }

    /** Whether its values come from the profiles. */
    public boolean isProfile() {
        return name.startsWith("profile.");
    }
}
