package dev.flamegate.model.rule;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What must hold for one indicator.
 *
 * @param id stable name, unique in a rule set
 * @param must criteria that break the build unless all of them hold
 * @param should criteria that warn
 * @param source where it is defined, as {@code file:line}
 * @param line line of the rule in its file, from 1
 */
public record Rule(
        String id,
        Indicator indicator,
        Selector selector,
        List<Criterion> must,
        List<Criterion> should,
        OnNoData onNoData,
        OnNoBaseline onNoBaseline,
        Decision decision,
        Applies applies,
        @Nullable String owner,
        @Nullable String why,
        String source,
        int line) {
    public Rule {
        Objects.requireNonNull(indicator, "indicator");
        must = List.copyOf(must);
        should = List.copyOf(should);
        if (must.isEmpty() && should.isEmpty()) {
            throw new IllegalArgumentException(id + ": a rule needs at least one criterion");
        }
    }

    /** What a rule does when its indicator could not be measured. */
    public enum OnNoData {
        FAIL,
        WARN,
        SKIP
    }

    /** What a growth criterion does when its baseline is missing. */
    public enum OnNoBaseline {
        RECORD,
        WARN,
        FAIL
    }

    /** How a growth is decided. */
    public enum Decision {
        /** By evidence: a growth must be both significant and large enough. */
        EVIDENCE,
        /** By the two numbers alone. */
        POINT
    }

    /** The commands a rule applies to. */
    public enum Applies {
        RUN,
        COMPARE,
        BOTH
    }
}
