package dev.flamegate.report.explain;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Dimension;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Criterion.Change;
import dev.flamegate.model.rule.Criterion.Growth;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Operator;
import dev.flamegate.model.rule.Quantity;

/** What one criterion demands, as a sentence. */
final class CriterionText {
    private CriterionText() {}

    static String of(Criterion criterion, Level level) {
        String verb = level == Level.MUST ? " must be " : " should be ";
        String limit = criterion instanceof Growth growth ? limit(growth) + floor(growth) : quantity(criterion.limit());
        String consequence = level == Level.MUST ? ", or the build fails." : ", or the build gets a warning.";
        return subject(criterion) + verb + relation(criterion.operator()) + limit + consequence;
    }

    private static String subject(Criterion criterion) {
        if (criterion instanceof Growth growth) {
            String change = growth.change() == Change.GROWTH ? "growth" : "drop";
            return "Its " + change + " against " + BaselineText.name(growth.baseline());
        }
        return "It";
    }

    private static String floor(Growth growth) {
        return growth.ignoring() == null
                ? ""
                : " (changes of less than " + quantity(growth.ignoring()) + " are masked)";
    }

    private static String relation(Operator operator) {
        return switch (operator) {
            case LESS -> "below ";
            case AT_MOST -> "at most ";
            case MORE -> "above ";
            case AT_LEAST -> "at least ";
        };
    }

    /** The limit of a growth, with what a percentage is of. */
    static String limit(Growth growth) {
        boolean points = !growth.relative() && growth.limit().unit().dimension() == Dimension.RATIO;
        String limit = quantity(growth.limit());
        return points && growth.limit().unit().symbol().isEmpty() ? limit + " (the plain difference)" : limit;
    }

    /** A quantity as people write it: {@code 250 ms}, {@code 20 %}, {@code 1.5}. */
    static String quantity(Quantity quantity) {
        String number = Numbers.written(quantity.value());
        String symbol = quantity.unit().symbol();
        return symbol.isEmpty() ? number : number + " " + symbol;
    }
}
