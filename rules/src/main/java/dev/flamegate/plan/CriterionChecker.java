package dev.flamegate.plan;

import dev.flamegate.model.Better;
import dev.flamegate.model.Criterion;
import dev.flamegate.model.Criterion.Absolute;
import dev.flamegate.model.Criterion.Change;
import dev.flamegate.model.Indicator;
import dev.flamegate.model.Operator;
import dev.flamegate.model.Quantity;
import dev.flamegate.model.Unit;
import dev.flamegate.plan.CriterionDraft.Amount;
import dev.flamegate.plan.CriterionDraft.Growth;
import org.jspecify.annotations.Nullable;

/**
 * Holds a criterion against its indicator: units, and sense. A criterion is the passing condition, so that an indicator
 * that is better when lower has upper limits and a limited growth, and one that is better when higher has lower limits
 * and a limited drop; anything else would break the build of those who got better.
 */
final class CriterionChecker {
    private final CriterionDraft draft;
    private final Indicator indicator;

    private CriterionChecker(CriterionDraft draft, Indicator indicator) {
        this.draft = draft;
        this.indicator = indicator;
    }

    static Criterion check(CriterionDraft draft, Indicator indicator) throws CriterionProblem {
        CriterionChecker checker = new CriterionChecker(draft, indicator);
        return draft.growth() == null ? checker.absolute() : checker.growth(draft.growth());
    }

    private Criterion absolute() throws CriterionProblem {
        boolean lower = indicator.better() == Better.LOWER;
        if (draft.operator().isUpper() != lower) {
            throw new CriterionProblem(
                    0,
                    "a criterion says what must hold, and " + indicator.name() + " is better when "
                            + (lower ? "lower" : "higher"),
                    opposite(draft.operator())
                            + draft.text().substring(draft.operator().symbol().length()));
        }
        Unit unit = Units.absolute(draft.limit(), indicator);
        if (draft.operator() == Operator.LESS && draft.limit().value() == 0) {
            throw new CriterionProblem(
                    draft.limit().at(),
                    "nothing is below 0",
                    "<= " + draft.text().substring(1).strip());
        }
        return new Absolute(
                draft.text(), draft.operator(), new Quantity(draft.limit().value(), unit));
    }

    private Criterion growth(Growth growth) throws CriterionProblem {
        if (!draft.operator().isUpper()) {
            String change = growth.change() == Change.GROWTH ? "growth" : "drop";
            throw new CriterionProblem(
                    0,
                    "a criterion says what must hold, and this one demands a " + change,
                    opposite(draft.operator())
                            + draft.text().substring(draft.operator().symbol().length()));
        }
        Change bad = indicator.better() == Better.LOWER ? Change.GROWTH : Change.DROP;
        if (growth.change() != bad) {
            boolean lower = bad == Change.GROWTH;
            throw new CriterionProblem(
                    growth.changeAt(),
                    indicator.name() + " is better when " + (lower ? "lower" : "higher") + ": a "
                            + (lower ? "drop" : "growth") + " of it never breaks a build",
                    lower ? "growth" : "drop");
        }
        boolean relative = draft.limit().unit().equals(Unit.PERCENT.symbol());
        Unit unit = relative ? Unit.PERCENT : Units.difference(draft.limit(), indicator, true);
        if (relative && growth.change() == Change.DROP && draft.limit().value() > 100) {
            throw new CriterionProblem(draft.limit().at(), "nothing drops by more than 100%", null);
        }
        return new Criterion.Growth(
                draft.text(),
                draft.operator(),
                new Quantity(draft.limit().value(), unit),
                relative,
                growth.change(),
                growth.baseline(),
                ignoring(growth.ignoring()));
    }

    private @Nullable Quantity ignoring(@Nullable Amount floor) throws CriterionProblem {
        if (floor == null) {
            return null;
        }
        Unit unit = Units.difference(floor, indicator, false);
        if (floor.value() == 0) {
            throw new CriterionProblem(floor.at(), "nothing is smaller than 0: this floor ignores nothing", null);
        }
        return new Quantity(floor.value(), unit);
    }

    private static String opposite(Operator operator) {
        return switch (operator) {
            case LESS -> ">";
            case AT_MOST -> ">=";
            case MORE -> "<";
            case AT_LEAST -> "<=";
        };
    }
}
