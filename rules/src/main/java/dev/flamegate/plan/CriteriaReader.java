package dev.flamegate.plan;

import dev.flamegate.model.Criterion;
import dev.flamegate.model.Indicator;
import dev.flamegate.plan.Node.Items;
import dev.flamegate.plan.Node.Kind;
import dev.flamegate.plan.Node.Scalar;
import dev.flamegate.plan.Node.Style;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads {@code must} and {@code should}: one criterion or a list of them. */
final class CriteriaReader {
    private static final String EXAMPLE = "< 50%";

    private final @Nullable Indicator indicator;

    /**
     * @param indicator what the criteria speak of; {@code null} when it is not known, so that only their words can be
     *     judged
     */
    CriteriaReader(@Nullable Indicator indicator) {
        this.indicator = indicator;
    }

    /** What could be read of them. */
    Optional<List<Criterion>> read(Value value) {
        List<Criterion> criteria = new ArrayList<>();
        if (value.node() instanceof Items items) {
            if (items.items().isEmpty()) {
                value.problems().add(items.at(), "`" + value.name() + "` is empty");
            }
            for (Node item : items.items()) {
                criterion(new Value("an item of " + value.name(), item, value.problems()))
                        .ifPresent(criteria::add);
            }
        } else {
            criterion(value).ifPresent(criteria::add);
        }
        return Optional.of(criteria);
    }

    private Optional<Criterion> criterion(Value value) {
        if (!(value.node() instanceof Scalar scalar) || scalar.kind() == Kind.NOTHING) {
            value.wrong("a criterion such as `" + EXAMPLE + "`");
            return Optional.empty();
        }
        boolean operatorLost =
                scalar.style() == Style.BLOCK && !scalar.value().strip().matches("[<>](?s:.*)");
        if (operatorLost) {
            String rest = scalar.value().strip();
            value.problems()
                    .add(
                            scalar.at(),
                            "quote the criterion: YAML takes a `>` at the beginning of a value for folded text",
                            rest.isEmpty() ? null : "\"> " + Words.brief(rest) + '"');
            return Optional.empty();
        }
        try {
            CriterionDraft draft = CriterionParser.parse(scalar.value());
            return indicator == null ? Optional.empty() : Optional.of(CriterionChecker.check(draft, indicator));
        } catch (CriterionProblem problem) {
            value.wrongAt(problem.offset(), problem.message(), problem.suggestion());
            return Optional.empty();
        }
    }
}
