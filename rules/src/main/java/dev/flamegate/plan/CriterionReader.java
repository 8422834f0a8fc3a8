package dev.flamegate.plan;

import dev.flamegate.model.Unit;
import dev.flamegate.model.rule.Better;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Criterion.Absolute;
import dev.flamegate.model.rule.Criterion.Change;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;
import dev.flamegate.plan.CriterionParser.Amount;
import dev.flamegate.plan.CriterionParser.CriterionProblem;
import dev.flamegate.plan.CriterionParser.Draft;
import dev.flamegate.plan.CriterionParser.Growth;
import dev.flamegate.plan.yaml.Amounts;
import dev.flamegate.plan.yaml.Node.Items;
import dev.flamegate.plan.yaml.Node.Scalar;
import dev.flamegate.plan.yaml.Node.Style;
import dev.flamegate.plan.yaml.Value;
import dev.flamegate.plan.yaml.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code must} and {@code should}, and checks whether each criterion makes sense for its indicator, units
 * included. A criterion is the passing condition, so an indicator that is better when lower has upper limits and a
 * limited growth, and one that is better when higher has lower limits and a limited drop; anything else would fail
 * builds for getting better.
 */
final class CriterionReader {
    private CriterionReader() {}

    /**
     * Reads one criterion or a list of them, as far as they are valid.
     *
     * @param indicator what the criteria limit; {@code null} when it is not known, so that only their words are checked
     */
    static Optional<List<Criterion>> read(Value value, @Nullable Indicator indicator) {
        if (value.node() instanceof Items items) {
            if (items.items().isEmpty()) {
                value.problems().add(items.at(), "`" + value.name() + "` is empty");
            }
            return value.list(item -> criterion(item, indicator));
        }
        return Optional.of(criterion(value, indicator).stream().toList());
    }

    private static Optional<Criterion> criterion(Value value, @Nullable Indicator indicator) {
        Optional<Scalar> scalar = value.scalar();
        if (scalar.isEmpty()) {
            value.wrong("a criterion such as `< 50%`");
            return Optional.empty();
        }
        String text = scalar.get().value();
        boolean operatorLost =
                scalar.get().style() == Style.BLOCK && !text.strip().matches("[<>](?s:.*)");
        if (operatorLost) {
            value.problems()
                    .add(
                            scalar.get().at(),
                            "quote the criterion: YAML reads a `>` at the start of a value as folded text",
                            text.isBlank() ? null : "\"> " + Words.brief(text.strip()) + '"');
            return Optional.empty();
        }
        try {
            Draft draft = CriterionParser.parse(text);
            return indicator == null ? Optional.empty() : Optional.of(check(draft, indicator));
        } catch (CriterionProblem problem) {
            value.wrongAt(problem.offset(), problem.message(), problem.suggestion());
            return Optional.empty();
        }
    }

    /**
     * The criterion that a draft means for an indicator.
     *
     * @throws CriterionProblem where units or direction do not fit the indicator
     */
    static Criterion check(Draft draft, Indicator indicator) throws CriterionProblem {
        return draft.growth() == null ? absolute(draft, indicator) : growth(draft, draft.growth(), indicator);
    }

    private static Criterion absolute(Draft draft, Indicator indicator) throws CriterionProblem {
        if (draft.operator().isUpper() != (indicator.better() == Better.LOWER)) {
            throw new CriterionProblem(0, "a criterion says what must hold, and " + better(indicator), turned(draft));
        }
        Unit unit = unit(draft.limit(), indicator, allowed(indicator, Unit.PERCENT));
        if (draft.operator() == Operator.LESS && draft.limit().value() == 0) {
            throw new CriterionProblem(
                    draft.limit().at(),
                    "nothing is below 0",
                    "<= " + draft.text().substring(1).strip());
        }
        return new Absolute(
                draft.text(), draft.operator(), new Quantity(draft.limit().value(), unit));
    }

    private static Criterion growth(Draft draft, Growth growth, Indicator indicator) throws CriterionProblem {
        Amount limit = draft.limit();
        if (!draft.operator().isUpper()) {
            String change = growth.change() == Change.GROWTH ? "growth" : "drop";
            throw new CriterionProblem(
                    0, "a criterion says what must hold, and this one demands a " + change, turned(draft));
        }
        boolean lower = indicator.better() == Better.LOWER;
        if (growth.change() != (lower ? Change.GROWTH : Change.DROP)) {
            throw new CriterionProblem(
                    growth.changeAt(),
                    better(indicator) + ": a " + (lower ? "drop" : "growth") + " of it never breaks a build",
                    lower ? "growth" : "drop");
        }
        boolean relative = limit.unit().equals(Unit.PERCENT.symbol());
        Unit unit = relative ? Unit.PERCENT : difference(limit, indicator, true);
        if (relative && growth.change() == Change.DROP && limit.value() > 100) {
            throw new CriterionProblem(limit.at(), "nothing drops by more than 100%", null);
        }
        return new Criterion.Growth(
                draft.text(),
                draft.operator(),
                new Quantity(limit.value(), unit),
                relative,
                growth.change(),
                growth.baseline(),
                growth.ignoring() == null ? null : floor(growth.ignoring(), indicator));
    }

    private static Quantity floor(Amount floor, Indicator indicator) throws CriterionProblem {
        Unit unit = difference(floor, indicator, false);
        if (floor.value() == 0) {
            throw new CriterionProblem(floor.at(), "no change is smaller than 0: this floor ignores nothing", null);
        }
        return new Quantity(floor.value(), unit);
    }

    private static String better(Indicator indicator) {
        return indicator.name() + " is better when " + (indicator.better() == Better.LOWER ? "lower" : "higher");
    }

    /** The criterion with its operator reversed. */
    private static String turned(Draft draft) {
        String operator = draft.operator().symbol();
        String opposite = operator.replace('<', '!').replace('>', '<').replace('!', '>');
        return opposite + draft.text().substring(operator.length());
    }

    /**
     * The unit of a difference of two values of the indicator: the indicator's, but percentages differ by points.
     *
     * @param orRelative whether a percentage is allowed here too, and so belongs in the message
     * @throws CriterionProblem when the unit does not fit
     */
    static Unit difference(Amount amount, Indicator indicator, boolean orRelative) throws CriterionProblem {
        List<String> allowed = allowed(indicator, Unit.POINTS);
        if (orRelative) {
            allowed.add(0, Unit.PERCENT.symbol());
        }
        return unit(amount, indicator, allowed);
    }

    private static List<String> allowed(Indicator indicator, Unit ofRatios) {
        Unit own = indicator.unit();
        List<String> allowed = new ArrayList<>();
        switch (own.dimension()) {
            case TIME, SIZE -> {
                allowed.add(own.symbol());
                Amounts.units(own.dimension()).stream()
                        .filter(symbol -> !symbol.equals(own.symbol()))
                        .forEach(allowed::add);
            }
            case RATIO -> {
                allowed.add(ofRatios.symbol());
                if (own.symbol().isEmpty()) {
                    allowed.add("");
                }
            }
            case COUNT, RATE -> allowed.add(own.symbol());
        }
        return allowed;
    }

    private static Unit unit(Amount amount, Indicator indicator, List<String> allowed) throws CriterionProblem {
        String symbol = amount.unit();
        if (allowed.contains(symbol)) {
            return Unit.fixed(symbol).orElse(indicator.unit());
        }
        throw new CriterionProblem(amount.unitAt(), unfit(symbol, indicator, allowed), meant(symbol, allowed));
    }

    private static String unfit(String symbol, Indicator indicator, List<String> allowed) {
        List<String> named =
                allowed.stream().map(unit -> unit.isEmpty() ? "no unit" : unit).toList();
        String fits = "; " + indicator.name() + " takes " + String.join(", ", named) + " here";
        if (symbol.isEmpty()) {
            return "the unit is missing" + fits;
        }
        if (symbol.equals(Unit.POINTS.symbol())) {
            return "`points` are the difference of two percentages" + fits;
        }
        return "`" + Words.brief(symbol) + "` does not fit" + fits;
    }

    private static @Nullable String meant(String symbol, List<String> allowed) {
        List<String> named = allowed.stream().filter(unit -> !unit.isEmpty()).toList();
        if (named.size() == 1 || symbol.isEmpty()) {
            return named.get(0);
        }
        boolean percentForPoints = symbol.equals(Unit.PERCENT.symbol()) && named.contains(Unit.POINTS.symbol());
        return percentForPoints ? Unit.POINTS.symbol() : Amounts.near(symbol, named);
    }
}
