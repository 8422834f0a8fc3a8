package dev.flamegate.model.rule;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A rule: the criteria that must hold for one indicator.
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

    /** True if a growth must be significant to break the rule. */
    public boolean isByEvidence() {
        return decision != Decision.POINT;
    }

    /** The effect of an indicator that could not be measured. */
    public enum OnNoData {
        FAIL,
        WARN,
        SKIP
    }

    /** The effect of a missing baseline on a growth criterion. */
    public enum OnNoBaseline {
        RECORD,
        WARN,
        FAIL
    }

    /** The way a growth is decided. */
    public enum Decision {
        /** Evidence decides: a growth must be both significant and large enough. */
        EVIDENCE,
        /** The two numbers alone decide. */
        POINT,
        /** Evidence decides, and a growth breaks the build only if requests execute more, or that was not counted. */
        WITH_WORK
    }

    public enum Applies {
        RUN,
        COMPARE,
        BOTH
    }
}
